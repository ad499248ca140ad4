// The namespace `solvers`: methods for the multiplier equations R(λ) = 0, m unknowns. For every name in SolverName there is
// a function here, in camel case: 'newton-sparse' is solvers.newtonSparse.

export { closedForm, sweep } from '../solvers/diagonal.ts';
export { chord, newton, newtonSparse } from '../solvers/newton.ts';
