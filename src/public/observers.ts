// The namespace `observers`: what a run records, column by column. An observer of one's own is an object with `columns` and
// `observe(z, row, at)`.

export { momentumObserver as momenta } from '../observers/momenta.ts';
export { pressureObserver as pressure } from '../observers/pressure.ts';
export { rodForceObserver as rodForces } from '../observers/rod-forces.ts';
export {
  energyObserver as energy,
  multiplierObserver as multipliers,
  observableObserver as observables,
  penaltyObserver as penalty,
  residualObserver as residuals,
  scalarObservers as scalars,
  standardObservers as standard,
  trajectoryObserver as trajectory,
} from '../observers/standard.ts';
export { kelvinObserver as kelvin, temperatureObserver as temperature } from '../observers/temperature.ts';
