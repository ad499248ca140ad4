// Words beside places of the plot.

import type { Size } from './axes.ts';
import type { Box } from './ink.ts';
import type { NoteSpec } from './spec.ts';
import { inkColor, text, textWidth } from './svg.ts';
import type { Axis } from './ticks.ts';

const fontSize = 14;
/** From the place to the word: past a marker. */
const distance = 9;

export interface PlacedNote {
  readonly text: string;
  readonly box: Box;
}

/** A note whose place the axes do not show is left out. */
export function placeNotes(
  notes: readonly NoteSpec[],
  [x, y]: readonly [Axis, Axis],
  { width, height }: Size,
): PlacedNote[] {
  const within = (pixel: number, size: number) => pixel >= 0 && pixel <= size;
  return notes
    .filter(note => x.drawable(note.x) && y.drawable(note.y))
    .map(note => ({ note, at: [x.scale(note.x), y.scale(note.y)] as const }))
    .filter(({ at }) => within(at[0], width) && within(at[1], height))
    .map(({ note, at }) => ({ text: note.text, box: boxOf(note, at[0], at[1]) }));
}

function boxOf({ text: content, side = 'right' }: NoteSpec, x: number, y: number): Box {
  const [width, height] = [textWidth(content, fontSize), fontSize];
  switch (side) {
    case 'right':
      return { x: x + distance, y: y - height / 2, width, height };
    case 'left':
      return { x: x - distance - width, y: y - height / 2, width, height };
    case 'above':
      return { x: x - width / 2, y: y - distance - height, width, height };
    case 'below':
      return { x: x - width / 2, y: y + distance, width, height };
  }
}

export function drawNote({ text: content, box }: PlacedNote): string {
  const centre = { x: box.x + box.width / 2, y: box.y + fontSize * 0.86, 'text-anchor': 'middle' };
  return text(content, { ...centre, 'font-size': fontSize, fill: inkColor });
}
