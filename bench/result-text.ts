// A result as it is kept: JSON with each list of numbers on one line, for there are long ones.

/** A line break ends no string of JSON, so that only lists are found. */
const lists = /\[\n[-+\d.eE,\s]+\]/g;

export function resultText(report: unknown): string {
  const onOneLine = (list: string) => `[${list.slice(1, -1).trim().replace(/\s+/g, ' ')}]`;
  return `${JSON.stringify(report, null, 2).replace(lists, onOneLine)}\n`;
}
