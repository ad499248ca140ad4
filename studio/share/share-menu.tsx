// Link, problem file, data, figure, film.

export function ShareMenu() {
  return null;
}
