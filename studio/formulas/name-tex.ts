// Names as mathematicians write them: x1 is x₁, theta is θ, p_x is p with the index x, crank is an upright word.

const greek =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi chi psi omega ' +
  'Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega pi';
const letters: ReadonlyMap<string, string> = new Map([
  ...greek.split(' ').map(name => [name, `\\${name}`] as const),
  ['eps', '\\varepsilon'],
]);

function wordTex(word: string): string {
  if (word.length === 1 || /^\d+$/.test(word)) return word;
  return letters.get(word) ?? `\\mathrm{${word}}`;
}

/** The name with its own indices, x1 and x_a, and those in brackets after it. */
export function nameTex(name: string, indices: readonly string[] = []): string {
  const [head, ...rest] = name.split('_').filter(part => part !== '');
  if (head === undefined) return '\\_';
  // The momentum or velocity of r[i] is that of r with the index i.
  if ((head === 'p' || head === 'v') && rest.length > 0)
    return `${head}_{${nameTex(rest.join('_'), indices)}}`;
  if (rest.length > 0 && isWord(head)) return indexed(`\\mathrm{${[head, ...rest].join('\\_')}}`, indices);
  const [, word, digits] = /^(.+?)(\d*)$/u.exec(head) ?? ['', head, ''];
  const below = [...(digits ? [digits] : []), ...rest.map(part => nameTex(part)), ...indices];
  return indexed(wordTex(word), below);
}

const indexed = (tex: string, below: readonly string[]) =>
  below.length === 0 ? tex : `${tex}_{${below.join(',')}}`;

/** Several letters that are no sign of mathematics: mean_angle is one name, and not mean with an index. */
const isWord = (head: string) => /^\p{L}{2,}$/u.test(head) && !letters.has(head);
