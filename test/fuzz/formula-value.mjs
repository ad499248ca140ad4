// A second evaluator of formulas, which shares nothing with the engine's parser and compiler: what a run reports is compared with
// it. Numbers, names, + - * / ^, brackets and the functions of one or two numbers; no vectors and no sums.

const token =
  /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_\u0391-\u03f5][\w\u0391-\u03f5]*)|([-+*/^(),]))/y;

/** Numbers with the derivative along one direction: [value, slope]. */
const chain =
  (f, slope) =>
  ([a, da]) => [f(a), da === 0 ? 0 : da * slope(a)];
const power = ([a, da], [b, db]) => {
  const value = a ** b;
  const byBase = da === 0 || b === 0 ? 0 : b * a ** (b - 1) * da;
  return [value, byBase + (db === 0 ? 0 : value * Math.log(a) * db)];
};
const functions = {
  sin: chain(Math.sin, Math.cos),
  cos: chain(Math.cos, a => -Math.sin(a)),
  tan: chain(Math.tan, a => 1 / Math.cos(a) ** 2),
  asin: chain(Math.asin, a => 1 / Math.sqrt(1 - a * a)),
  acos: chain(Math.acos, a => -1 / Math.sqrt(1 - a * a)),
  atan: chain(Math.atan, a => 1 / (1 + a * a)),
  sinh: chain(Math.sinh, Math.cosh),
  cosh: chain(Math.cosh, Math.sinh),
  tanh: chain(Math.tanh, a => 1 / Math.cosh(a) ** 2),
  exp: chain(Math.exp, Math.exp),
  log: chain(Math.log, a => 1 / a),
  sqrt: chain(Math.sqrt, a => 0.5 / Math.sqrt(a)),
  abs: chain(Math.abs, Math.sign),
  atan2: ([a, da], [b, db]) => [Math.atan2(a, b), (da * b - a * db) / (a * a + b * b)],
  pow: power,
  min: (...list) => list.reduce((least, each) => (each[0] < least[0] ? each : least)),
  max: (...list) => list.reduce((most, each) => (each[0] > most[0] ? each : most)),
};

const sumOf = ([a, da], [b, db]) => [a + b, da + db];
const differenceOf = ([a, da], [b, db]) => [a - b, da - db];
const productOf = ([a, da], [b, db]) => [a * b, da * b + a * db];
const quotientOf = ([a, da], [b, db]) => [a / b, (da - (a / b) * db) / b];

class Unsupported extends Error {}

function tokensOf(text) {
  const tokens = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    if (text.slice(token.lastIndex).trim() === '') break;
    const match = token.exec(text);
    if (!match) throw new Unsupported(text);
    tokens.push({ number: match[1], name: match[2], sign: match[3] });
  }
  return tokens;
}

/** names ↦ [value, slope], for a text without “=”. Throws where the formula is of another kind. */
function parse(text) {
  const tokens = tokensOf(text);
  let at = 0;
  const isSign = (...signs) => signs.includes(tokens[at]?.sign);
  function take(sign) {
    if (!isSign(sign)) throw new Unsupported(text);
    at++;
  }
  function sum() {
    let left = product();
    while (isSign('+', '-')) {
      const [a, sign] = [left, tokens[at++].sign];
      const b = product();
      const combine = sign === '+' ? sumOf : differenceOf;
      left = v => combine(a(v), b(v));
    }
    return left;
  }
  function product() {
    let left = signed();
    while (isSign('*', '/')) {
      const [a, sign] = [left, tokens[at++].sign];
      const b = signed();
      const combine = sign === '*' ? productOf : quotientOf;
      left = v => combine(a(v), b(v));
    }
    return left;
  }
  function signed() {
    if (isSign('+')) {
      at++;
      return signed();
    }
    if (!isSign('-')) return raised();
    at++;
    const inner = signed();
    return v => differenceOf([0, 0], inner(v));
  }
  function raised() {
    const base = primary();
    if (!isSign('^')) return base;
    at++;
    const exponent = signed();
    return v => power(base(v), exponent(v));
  }
  function primary() {
    if (isSign('(')) {
      at++;
      const inner = sum();
      take(')');
      return inner;
    }
    const { number, name } = tokens[at++] ?? {};
    if (number !== undefined) {
      const value = Number(number);
      return () => [value, 0];
    }
    if (name === undefined) throw new Unsupported(text);
    return isSign('(') ? call(name) : variable(name);
  }
  function call(name) {
    if (!Object.hasOwn(functions, name)) throw new Unsupported(text);
    take('(');
    const list = [sum()];
    while (isSign(',')) {
      at++;
      list.push(sum());
    }
    take(')');
    return v => functions[name](...list.map(each => each(v)));
  }
  const whole = sum();
  if (at < tokens.length) throw new Unsupported(text);
  return whole;
}

const variable = name => values => {
  if (Object.hasOwn(values, name)) return values[name];
  if (name === 'pi') return [Math.PI, 0];
  if (name === 'e') return [Math.E, 0];
  throw new Unsupported(name);
};

/** The function of a formula or of an equation (left − right), names ↦ [value, slope], or null. */
function dualFormula(text) {
  try {
    const sides = String(text).split('=');
    if (sides.length > 2) return null;
    const [left, right] = sides.map(parse);
    return right ? values => differenceOf(left(values), right(values)) : left;
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

const constant = value => [value, 0];

/** The function names ↦ value of a formula or of an equation (left − right), or null. */
export function formulaValue(text) {
  const f = dualFormula(text);
  return (
    f &&
    (values =>
      f(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, constant(value)])))[0])
  );
}

const scalarFormula = each => (['number', 'string'].includes(typeof each) ? dualFormula(each) : null);

/**
 * Energy and constraints of a problem file given as data, as functions of z = (q, p): `energy(z)`, and `constraints(z, dz)` with a
 * pair [g, g′dz] for each. null where the file needs arrays, velocities or particles.
 */
export function problemValues(data) {
  const { coordinates, parameters = {}, constraints, mass = 1, potential = 0, stiff = 0, hamiltonian } = data;
  if (!Array.isArray(coordinates) || data.particles || data.lagrangian || data.kinetic) return null;
  const constants = {};
  for (const [name, value] of Object.entries(parameters ?? {})) {
    const f = scalarFormula(value);
    if (!f) return null;
    constants[name] = f(constants);
  }
  const equations = Object.values(constraints ?? {}).map(scalarFormula);
  const masses = massesOf(mass, coordinates, constants);
  const energies = [potential, stiff, hamiltonian ?? 0].map(scalarFormula);
  if ([...equations, ...energies, masses].includes(null)) return null;
  const n = coordinates.length;
  const at = (z, dz) => {
    const values = { ...constants };
    coordinates.forEach((name, i) => {
      values[name] = [z[i], dz?.[i] ?? 0];
      values[`p_${name}`] = [z[n + i], dz?.[n + i] ?? 0];
    });
    return values;
  };
  return {
    isClassical: hamiltonian === undefined,
    masses,
    constraints: (z, dz) => equations.map(g => g(at(z, dz))),
    energy(z) {
      const values = at(z);
      if (hamiltonian !== undefined) return energies[2](values)[0];
      const V = energies[0](values)[0] + energies[1](values)[0];
      return masses.reduce((sum, m, i) => sum + z[n + i] ** 2 / (2 * m), V);
    },
  };
}

function massesOf(mass, coordinates, constants) {
  const byName = typeof mass === 'object' && mass !== null ? mass : null;
  const list = coordinates.map((name, i) =>
    Array.isArray(mass) ? mass[i] : byName ? (byName[name] ?? 1) : mass,
  );
  const values = list.map(scalarFormula);
  return values.includes(null) ? null : values.map(f => f(constants)[0]);
}
