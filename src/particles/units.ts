// The units of molecules: Å, amu and kcal/mol; the unit of time follows, 48.888 fs. Formulas of particle problems know
// these names, so that a file says  step: 2*fs  and  temperature: 298*K  (a temperature is an energy, k_B T).
// Reference: CODATA 2018: k_B = 1.380649e-23 J/K, N_A = 6.02214076e23 /mol; 1 kcal = 4184 J, 1 amu = 1 g/mol.

const joulePerKcal = 4184;
const avogadro = 6.02214076e23;
const boltzmann = 1.380649e-23;

/** √(amu Å² / (kcal/mol)) in femtoseconds. */
export const timeUnitInFs = 1e15 * Math.sqrt((1e-3 * 1e-20) / joulePerKcal);

/** Units in terms of Å, g/mol and kcal/mol: fs, ps, K, …; the unit of time is 48.888 fs. CODATA 2018. */
export const molecularUnits: Readonly<Record<string, number>> = {
  fs: 1 / timeUnitInFs,
  ps: 1000 / timeUnitInFs,
  ns: 1e6 / timeUnitInFs,
  K: (boltzmann * avogadro) / joulePerKcal,
  nm: 10,
  kJ: 1000 / joulePerKcal,
};

/** 1 bar = 10⁵ J/m³ in kcal/mol/Å³, the unit of pressure that follows. */
export const bar = (1e5 * 1e-30 * avogadro) / joulePerKcal;

/** e²/(4πε₀) in kcal/mol Å: the value that force fields of this unit system use. */
export const coulombConstant = 332.0636;
