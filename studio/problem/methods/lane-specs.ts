// Lanes as the form changes them: a change of method preserves the options that the new one takes, and adds a penalty where it needs one.

import type { MethodOptions } from '../../../src/methods/method.ts';
import type { AboutMethod, AboutProblem, LaneSpec } from '../../engine/protocol.ts';
import { roundedUp } from '../sliders/range.ts';

type OptionName = keyof MethodOptions;

/** Only the options that the method takes. */
export function optionsFor({ parameters }: AboutMethod, options: MethodOptions): MethodOptions {
  const taken = new Set<string>(parameters.map(({ name }) => name));
  return Object.fromEntries(Object.entries(options).filter(([name]) => taken.has(name)));
}

/** A stiffness that explicit methods can follow at this step, ω h = ½. */
export const gentleOmega = (step: number): number => roundedUp(0.5 / step);

export function withMethod(spec: LaneSpec, method: AboutMethod, omega: number): LaneSpec {
  const options = optionsFor(method, spec.options);
  const penalty = method.needsPenalty ? { omega: spec.omega ?? omega } : {};
  return { method: method.name, options, ...penalty };
}

/** undefined restores the default of the method. */
export function withOption(spec: LaneSpec, name: OptionName, value: string | number | undefined): LaneSpec {
  const { [name]: _, ...others } = spec.options;
  return { ...spec, options: value === undefined ? others : { ...others, [name]: value } };
}

/** For one more lane: the first method that can run and is not there yet, of the same family where there is one. */
export function nextLane({ methods }: AboutProblem, lanes: readonly LaneSpec[], omega: number): LaneSpec {
  const family = methods.find(({ name }) => name === lanes[0]?.method)?.family;
  const isNew = ({ name, obstacle }: AboutMethod) =>
    obstacle === null && lanes.every(({ method }) => method !== name);
  const found = methods.find(method => isNew(method) && method.family === family) ?? methods.find(isNew);
  const next = found ?? methods[0];
  return withMethod({ method: next.name, options: {} }, next, lanes[0]?.omega ?? omega);
}
