// Texts that stand for modules in a bundle. dist/browser.js is the library for browsers, without the modules that only molecules need. Their
// kernels and readers are 40 % of a page that loads and runs a pendulum; decision 0025 has the reasons.

/** An expression that throws the reason and the way out. The path makes `load` name the line of the file. */
const refused = `(() => {
  throw new ProblemError(['particles'], 'this build of cotangent, for browsers, has no molecules', {
    hint: "import from 'cotangent/full' instead of 'cotangent'",
  });
})()`;

/** A kernel for no method is never asked. */
export const withoutMolecules = {
  'src/file/particles/section.ts': `import { ProblemError } from '../../problem/problem-error.ts';
    export const particleProblem = () => ${refused};`,
  'src/analysis/particle-findings.ts': `import { ProblemError } from '../problem/problem-error.ts';
    export const checkParticles = ({ particles }) => (particles ? ${refused} : []);
    export const withRodNames = finding => finding;`,
  'src/kernels/particles/methods.ts': `
    const refuse = () => ({ refused: 'there are no molecules' });
    const noKernel = { name: 'none', methods: [], accepts: refuse };
    export { noKernel as freeParticlesKernel, noKernel as particleRodsKernel, noKernel as rodProjectionKernel };`,
  'src/kernels/wasm/force-kernels.ts': `
    const noKernel = { name: 'none', accepts: () => ({ refused: 'there are no molecules' }) };
    export { noKernel as groupedForces, noKernel as rigidWaterForces };`,
  'src/kernels/particles/acceleration.ts': `import { ProblemError } from '../../problem/problem-error.ts';
    const because = 'there are no molecules';
    export const accelerate = problem =>
      problem.particles ? ${refused} : { problem, because, terms: [], steps: null, kernels: () => null };`,
  'src/problem/from/particles.ts': `import { ProblemError } from '../problem-error.ts';
    const refuse = () => ${refused};
    export { refuse as problemFromParticles, refuse as movingParticles, refuse as placesInState };`,
  'src/problem/penalty/rod-curvature.ts':
    'export { placesInState as rodCurvature, placesInState as rodPenalty } from "../from/particles.ts";',
};

const yaml = 'node_modules/yaml/browser/dist';
const absent = names => names.map(name => `export const ${name} = undefined;`).join('\n');

/** The part of the package yaml that reads YAML 1.2, for every build of the library, which writes none: what writes, and the types of YAML 1.1, take an eighth of it. */
export const readingOnly = {
  [`${yaml}/stringify/stringifyDocument.js`]: 'export const stringifyDocument = () => "";',
  [`${yaml}/stringify/stringifyString.js`]: 'export const stringifyString = ({ value }) => String(value);',
  [`${yaml}/stringify/stringifyPair.js`]: 'export const stringifyPair = ({ key }) => String(key);',
  [`${yaml}/stringify/stringifyCollection.js`]:
    'export const stringifyCollection = collection => JSON.stringify(collection.toJSON());',
  [`${yaml}/schema/yaml-1.1/schema.js`]: "export { schema } from '../core/schema.js';",
  [`${yaml}/schema/yaml-1.1/binary.js`]: absent(['binary']),
  [`${yaml}/schema/yaml-1.1/omap.js`]: absent(['YAMLOMap', 'omap']),
  [`${yaml}/schema/yaml-1.1/pairs.js`]: absent(['createPairs', 'pairs', 'resolvePairs']),
  [`${yaml}/schema/yaml-1.1/set.js`]: absent(['YAMLSet', 'set']),
  [`${yaml}/schema/yaml-1.1/timestamp.js`]: absent(['intTime', 'floatTime', 'timestamp']),
};
