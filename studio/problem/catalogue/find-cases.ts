// Search in the catalogue, and grouping of problems under headings.

/** Metadata of a problem without its text; made by test/unit/studio/catalogue.test.ts. */
export interface CaseEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Separated by commas. */
  readonly tags: string;
}

export interface CaseGroup {
  readonly title: string;
  readonly cases: readonly CaseEntry[];
}

/** Headings by tags, in the order in which they are shown. */
const headings: readonly (readonly [title: string, tags: readonly string[]])[] = [
  ['Pendulums', ['pendulum']],
  ['Chains', ['chain']],
  ['Mechanisms', ['mechanism']],
  ['On surfaces and curves', ['surface', 'sphere', 'curve']],
  ['Rigid bodies', ['rigid body']],
  ['Molecules', ['molecules']],
  ['Constraints with momenta', ['momenta']],
  ['Others', []],
  ['Meant to be refused by the check', ['fails']],
];
const others = headings.findIndex(([, tags]) => tags.length === 0);

function headingOf({ tags }: CaseEntry): number {
  const own = tags.split(', ');
  // Problems that are meant to fail have a heading of their own, whatever their other tags.
  if (own.includes('fails')) return headings.length - 1;
  const found = headings.findIndex(([, wanted]) => wanted.some(tag => own.includes(tag)));
  return found < 0 ? others : found;
}

const words = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,-]+/)
    .filter(word => word !== '');

/** Every search term must occur. */
function isFound({ name, title, description, tags }: CaseEntry, wanted: readonly string[]): boolean {
  const text = words(`${name} ${title} ${description} ${tags}`).join(' ');
  return wanted.every(word => text.includes(word));
}

export function findCases(entries: readonly CaseEntry[], search: string): CaseGroup[] {
  const found = entries.filter(entry => isFound(entry, words(search)));
  return headings
    .map(([title], k) => ({ title, cases: found.filter(entry => headingOf(entry) === k) }))
    .filter(({ cases }) => cases.length > 0);
}
