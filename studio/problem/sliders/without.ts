// Settings without one entry.

export function without<T>(settings: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => key !== name));
}
