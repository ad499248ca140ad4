// The trajectory of a run, one frame per row: as text (extended XYZ, GRO) or as H5MD, by the ending of the file.

import { ObservationError } from '../../src/observers/observer.ts';
import { type Frame, moleculesInBox } from '../../src/particles/io/frame.ts';
import { groFrame } from '../../src/particles/io/gro.ts';
import { extendedXyzFrame } from '../../src/particles/io/xyz.ts';
import { openH5md } from './h5md-file.ts';
import { remove, type WrittenRows, writeWhole } from './output-file.ts';
import { endingOf } from './output-place.ts';
import type { ResumePoint, RowSink, TrajectoryHead } from './row-sink.ts';
import { openRows } from './table-output.ts';

export function openTrajectory(
  file: string,
  head: TrajectoryHead,
  resumed: (ResumePoint & WrittenRows) | null,
): RowSink | Promise<RowSink> {
  const ending = endingOf(file);
  if (ending === '.h5' || ending === '.h5md') return openH5md(file, head, resumed);
  const { count } = head.system;
  // A title and the count; GRO has a box behind them.
  if (ending === '.gro') return openTextFrames(file, frame => groFrame(frame), count + 3, resumed);
  return openTextFrames(file, xyzWith(head), count + 2, resumed);
}

type Text = (frame: Frame, values: Float64Array) => string;

const xyzWith =
  ({ columns, scalars }: TrajectoryHead): Text =>
  (frame, values) =>
    extendedXyzFrame(
      frame,
      columns.map((name, j) => [name, values[scalars[j]]]),
    );

function openTextFrames(file: string, text: Text, frameLines: number, resumed: WrittenRows | null): RowSink {
  const { rows, sink } = openRows(file, resumed, {
    changing: 0,
    fits: (frames, _, lines) => lines === frames * frameLines,
  });
  return {
    ...sink,
    get prefix() {
      return rows.prefix;
    },
    write({ frame, values, isDue }) {
      if (frame)
        rows.write(
          writable(() => text(moleculesInBox(frame), values)),
          isDue,
        );
    },
  };
}

/** A frame that does not fit into the format ends the run, and all frames before it are written. */
function writable(text: () => string): string {
  try {
    return text();
  } catch (error) {
    if (error instanceof RangeError) throw new ObservationError(error.message, 'not supported');
    throw error;
  }
}

/** Decimals of a GRO frame; more than usual, since another run may start from it. */
const decimals = 6;

/** One frame in a file of its own: NAME.gro, or NAME.xyz where a number is too large for GRO. Returns its name. */
export function writeFrame(name: string, frame: Frame): string {
  const [ending, text] = groOrXyz(moleculesInBox(frame));
  const file = `${name}${ending}`;
  writeWhole(file, text);
  for (const other of frameEndings.filter(each => each !== ending)) remove(`${name}${other}`);
  return file;
}

const frameEndings = ['.gro', '.xyz'];

function groOrXyz(frame: Frame): [string, string] {
  try {
    return ['.gro', groFrame(frame, decimals)];
  } catch (error) {
    if (error instanceof RangeError) return ['.xyz', extendedXyzFrame(frame)];
    throw error;
  }
}

/** What an earlier run has left under this name. */
export function removeFrame(name: string): void {
  for (const ending of frameEndings) remove(`${name}${ending}`);
}
