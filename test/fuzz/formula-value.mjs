// A second evaluator of formulas, which shares nothing with the engine's parser and compiler: what a run reports is compared with
// it. Numbers, names, + - * / ^, brackets and the functions of one or two numbers; no vectors and no sums.

const token =
  /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_\u0391-\u03f5][\w\u0391-\u03f5]*)|([-+*/^(),]))/y;

const functions = {
  ...{ sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos, atan: Math.atan },
  ...{ sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh, exp: Math.exp, log: Math.log, sqrt: Math.sqrt },
  ...{ abs: Math.abs, atan2: Math.atan2, pow: (a, b) => a ** b, min: Math.min, max: Math.max },
};

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

/** names ↦ value, for a text without “=”. Throws where the formula is of another kind. */
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
      left = sign === '+' ? v => a(v) + b(v) : v => a(v) - b(v);
    }
    return left;
  }
  function product() {
    let left = signed();
    while (isSign('*', '/')) {
      const [a, sign] = [left, tokens[at++].sign];
      const b = signed();
      left = sign === '*' ? v => a(v) * b(v) : v => a(v) / b(v);
    }
    return left;
  }
  function signed() {
    if (isSign('+')) {
      at++;
      return signed();
    }
    if (!isSign('-')) return power();
    at++;
    const inner = signed();
    return v => -inner(v);
  }
  function power() {
    const base = primary();
    if (!isSign('^')) return base;
    at++;
    const exponent = signed();
    return v => base(v) ** exponent(v);
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
      return () => value;
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
  if (name === 'pi') return Math.PI;
  if (name === 'e') return Math.E;
  throw new Unsupported(name);
};

/** The function of a formula or of an equation (left − right), or null. */
export function formulaValue(text) {
  try {
    const sides = String(text).split('=');
    if (sides.length > 2) return null;
    const [left, right] = sides.map(parse);
    return right ? values => left(values) - right(values) : left;
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

/**
 * Energy and constraints of a problem file given as data, as functions of (q, p); null where it needs arrays, velocities or
 * particles. `kinetic` and `lagrangian` have no energy here.
 */
export function problemValues(data) {
  const { coordinates, parameters = {}, constraints, mass = 1, potential = 0, stiff = 0, hamiltonian } = data;
  if (!Array.isArray(coordinates) || data.particles || data.lagrangian || data.kinetic) return null;
  const constants = {};
  for (const [name, value] of Object.entries(parameters ?? {})) {
    const f = ['number', 'string'].includes(typeof value) ? formulaValue(value) : null;
    if (!f) return null;
    constants[name] = f(constants);
  }
  const equations = Object.values(constraints ?? {}).map(each =>
    ['number', 'string'].includes(typeof each) ? formulaValue(each) : null,
  );
  const masses = massesOf(mass, coordinates, constants);
  const energies = [potential, stiff, hamiltonian ?? 0].map(formulaValue);
  if ([...equations, ...energies, masses].includes(null)) return null;
  const at = (q, p) => {
    const values = { ...constants };
    coordinates.forEach((name, i) => {
      values[name] = q[i];
      values[`p_${name}`] = p[i];
    });
    return values;
  };
  return {
    isClassical: hamiltonian === undefined,
    masses,
    constraints: (q, p) => equations.map(g => g(at(q, p))),
    energy(q, p) {
      const values = at(q, p);
      if (hamiltonian !== undefined) return energies[2](values);
      return p.reduce(
        (sum, each, i) => sum + (each * each) / (2 * masses[i]),
        energies[0](values) + energies[1](values),
      );
    },
  };
}

function massesOf(mass, coordinates, constants) {
  const list = Array.isArray(mass)
    ? mass
    : typeof mass === 'object' && mass !== null
      ? coordinates.map(name => mass[name] ?? 1)
      : coordinates.map(() => mass);
  const values = list.map(each => (['number', 'string'].includes(typeof each) ? formulaValue(each) : null));
  return values.length === coordinates.length && !values.includes(null)
    ? values.map(f => f(constants))
    : null;
}
