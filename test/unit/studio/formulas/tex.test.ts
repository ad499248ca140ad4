import fc from 'fast-check';
import katex from 'katex';
import { describe, expect, it } from 'vitest';
import { nameTex } from '../../../../studio/formulas/name-tex.ts';
import { texOf } from '../../../../studio/formulas/tex.ts';

const formulas = [
  // Fractions collect what is multiplied and what is divided by.
  ['p^2/2', '\\frac{p^{2}}{2}'],
  ['1/2*m*v^2', '\\frac{m\\,v^{2}}{2}'],
  ['a/b/c', '\\frac{a}{b\\,c}'],
  ['(a + b)/(c + d)', '\\frac{a + b}{c + d}'],
  ['a*(b + c)/2', '\\frac{a\\,\\left(b + c\\right)}{2}'],
  ['-a/2', '-\\frac{a}{2}'],
  ['1/1400', '\\frac{1}{1400}'],
  ['1', '1'],
  ['1*1', '1'],
  // Products.
  ['m*g*z', 'm\\,g\\,z'],
  ['2*3', '2 \\cdot 3'],
  ['x*1', 'x'],
  ['a*(b + c)', 'a\\,\\left(b + c\\right)'],
  ['a*(b*c)', 'a\\,b\\,c'],
  // Signs.
  ['-x^2', '-x^{2}'],
  ['a - (-b)', 'a - \\left(-b\\right)'],
  ['a - (b - c)', 'a - \\left(b - c\\right)'],
  ['(a + b) - c', 'a + b - c'],
  ['2*(-3)', '2\\,\\left(-3\\right)'],
  ['-(a + b)', '-\\left(a + b\\right)'],
  ['+x', 'x'],
  // Powers.
  ['x^-2', 'x^{-2}'],
  ['x^(n+1)', 'x^{n + 1}'],
  ['(x + y)^2', '\\left(x + y\\right)^{2}'],
  ['(x^2)^3', '\\left(x^{2}\\right)^{3}'],
  ['a^b^c', 'a^{b^{c}}'],
  ['sin(x)^2', '\\sin^{2} x'],
  ['pow(x, 3)', 'x^{3}'],
  ['1e-3*x', '10^{-3}\\,x'],
  ['2.5e6', '2.5 \\cdot 10^{6}'],
  // Functions.
  ['sqrt(x^2 + y^2)', '\\sqrt{x^{2} + y^{2}}'],
  ['cos(theta - phi)', '\\cos\\left(\\theta - \\phi\\right)'],
  ['exp(-x)', '\\exp\\left(-x\\right)'],
  ['log(x)', '\\ln x'],
  ['abs(x)', '\\left\\lvert x \\right\\rvert'],
  ['norm(r[0])', '\\left\\lVert r_{0} \\right\\rVert'],
  ['norm2(r[i] - r[j])', '\\left\\lVert r_{i} - r_{j} \\right\\rVert^{2}'],
  ['norm2(a)^(-6)', '\\left\\lVert a \\right\\rVert^{-12}'],
  ['norm2(a)^k', '\\left(\\left\\lVert a \\right\\rVert^{2}\\right)^{k}'],
  ['dot(a, b)', '\\left\\langle a, b \\right\\rangle'],
  ['cross(a, b + c)', 'a \\times \\left(b + c\\right)'],
  ['atan2(y, x)', '\\operatorname{atan2}\\left(y, x\\right)'],
  ['max(a, b)', '\\max\\left(a, b\\right)'],
  ['[a, b]', '\\left(a, b\\right)'],
  // Sums reach over a product and not over another sum.
  ['sum(i, 0, N-1, r[i][1])', '\\sum_{i=0}^{N - 1} r_{i,1}'],
  ['sum(i, 0, 9, a + b)', '\\sum_{i=0}^{9} \\left(a + b\\right)'],
  ['m*g*sum(i, 0, 9, z[i])', 'm\\,g\\,\\sum_{i=0}^{9} z_{i}'],
  ['sum(i, 0, 9, z[i])*m', '\\left(\\sum_{i=0}^{9} z_{i}\\right)\\,m'],
  ['sum(theta)/N', '\\frac{\\sum \\theta}{N}'],
  // Indices.
  ['r[i][0]', 'r_{i,0}'],
  ['p_r[i][0]', 'p_{r_{i,0}}'],
  ['x1[2]', 'x_{1,2}'],
  // Equations.
  ['x^2 + y^2 = L^2', 'x^{2} + y^{2} = L^{2}'],
  ['x = -y', 'x = -y'],
] as const;

describe('the TeX of a formula', () => {
  it.each(formulas)('%s', (formula, tex) => {
    expect(texOf(formula)).toBe(tex);
    expect(katex.renderToString(tex, { throwOnError: true, strict: 'error' })).toContain('katex');
  });
});

describe('a formula that is half typed', () => {
  const whole = 'depth*sum(i, 1, 6, norm2(r[i] - r[0])^(-6) - 2*p_x^2/sqrt(a)) = [1, -2e3][0]';
  const queue = Array.from({ length: whole.length + 1 }, (_, k) => whole.slice(0, k));

  it.each([
    ...queue,
    '*',
    ')',
    'a b',
    '((',
    'x^',
    '2x',
    '= =',
    'f(,)',
    '§',
    'sum(',
    'sum(1, 2)',
    '(p_x,[',
    '(p_x)[0]',
    '(r[0])[1][2]',
    '\\frac{',
  ])('does not throw: “%s”', text => {
    const tex = texOf(text) ?? '';
    expect(katex.renderToString(tex, { throwOnError: true })).toContain('katex');
  });

  it('does not throw, whatever is typed', () => {
    const piece = fc.constantFrom(
      ...'+-*/^=()[], 1x2.e§'.split(''),
      'sum(',
      'norm2(',
      'sin(',
      'p_x',
      'theta',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), pieces => {
        katex.renderToString(texOf(pieces.join('')) ?? '', { throwOnError: true });
      }),
      { numRuns: 500 },
    );
  });

  it('shows what is missing', () => {
    expect(texOf('x^2 +')).toBe('x^{2} + \\square');
    expect(texOf('x/')).toBe('\\frac{x}{\\square}');
    expect(texOf('sqrt(')).toBe('\\sqrt{\\square}');
  });

  it('gives up on what is too long or too deep', () => {
    expect(texOf('x+'.repeat(4000))).toBeNull();
    expect(() => texOf('('.repeat(4900))).not.toThrow();
  });
});

describe('the TeX of a name', () => {
  it.each([
    ['x', 'x'],
    ['x12', 'x_{12}'],
    ['theta', '\\theta'],
    ['theta1', '\\theta_{1}'],
    ['θ', 'θ'],
    ['p_x', 'p_{x}'],
    ['p_x1', 'p_{x_{1}}'],
    ['v_alpha', 'v_{\\alpha}'],
    ['crank', '\\mathrm{crank}'],
    ['mean_angle', '\\mathrm{mean\\_angle}'],
    ['x_mean', 'x_{\\mathrm{mean}}'],
    ['theta_0', '\\theta_{0}'],
    ['eps', '\\varepsilon'],
    ['pi', '\\pi'],
    ['Omega3', '\\Omega_{3}'],
    ['_', '\\_'],
  ])('%s', (name, tex) => expect(nameTex(name)).toBe(tex));
});
