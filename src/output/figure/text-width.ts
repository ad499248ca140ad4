// Widths of text in DejaVu Sans, for layout without a browser. Verdana, the fallback, is about as wide.

/** Advance widths of the characters 32 … 126 in thousandths of the font size, from the font's hmtx table. */
const asciiWidths = [
  318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636,
  636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295,
  295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838,
  500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
  392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];
const otherWidths: readonly (readonly [RegExp, number])[] = [
  [/[⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉]/, 401],
  [/⁻/, 528],
  [/[\u2009\u202f]/, 200],
  [/[−×ω]/, 838],
];
const usualWidth = 660;

export const fontFamily = 'DejaVu Sans, Verdana, sans-serif';

function advance(character: string): number {
  const code = character.charCodeAt(0);
  if (code >= 32 && code < 127) return asciiWidths[code - 32];
  return otherWidths.find(([pattern]) => pattern.test(character))?.[1] ?? usualWidth;
}

export function textWidth(text: string, fontSize: number): number {
  let sum = 0;
  for (const character of text) sum += advance(character);
  return (sum * fontSize) / 1000;
}

/** The text in lines no wider than `width`, broken at spaces. A longer word keeps its own line. */
export function wrapText(text: string, fontSize: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, fontSize) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}
