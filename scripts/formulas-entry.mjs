// cotangent/formulas: the names of the library for problems given by formulas or functions, without molecules, for pages where
// size counts. They are those of src/index.ts; its bundle replaces the modules that only molecules need.

const values = [
  'check',
  'createMethod',
  'FormulaError',
  'load',
  'MethodError',
  'methods',
  'ProblemError',
  'problem',
];
const furtherValues = ['problemFromFunctions', 'recommend', 'reportText', 'simulate'];
const types = ['Method', 'Problem', 'Report', 'RunResult', 'SimulateOptions'];

/** The text of the entry, given where the names come from. */
export const formulasEntry = index =>
  `export { ${[...values, ...furtherValues].join(', ')} } from '${index}';\n`;

export const formulasTypes = index =>
  `${formulasEntry(index)}export type { ${types.join(', ')} } from '${index}';\n`;

/** What stands for modules that only molecules need. A kernel for no method is never asked. */
export const replacements = {
  'src/file/particles/section.ts': `import { ProblemError } from '../../problem/problem-error.ts';
    export function particleProblem() {
      throw new ProblemError(['particles'], 'cotangent/formulas has no molecules', {
        hint: "import from 'cotangent' instead of 'cotangent/formulas'",
      });
    }`,
  'src/kernels/particles/methods.ts': `
    const noKernel = { name: 'none', methods: [], accepts: () => ({ refused: 'there are no molecules' }) };
    export { noKernel as freeParticlesKernel, noKernel as particleRodsKernel };
    export { createCotangentProjection as momentumProjection } from '../../integrators/cotangent-projection.ts';`,
  'src/kernels/particles/acceleration.ts': `
    export const accelerated = problem => problem;
    export const fastestTerms = () => [];
    export const wholeSteps = () => null;
    export const particleKernels = () => null;`,
  ...readingOnly(),
};

/** The part of the package yaml that reads YAML 1.2: what writes, and the types of YAML 1.1, take an eighth of it. */
function readingOnly() {
  const folder = 'node_modules/yaml/browser/dist';
  const absent = names => names.map(name => `export const ${name} = undefined;`).join('\n');
  return {
    [`${folder}/stringify/stringifyDocument.js`]: 'export const stringifyDocument = () => "";',
    [`${folder}/stringify/stringifyString.js`]:
      'export const stringifyString = ({ value }) => String(value);',
    [`${folder}/stringify/stringifyPair.js`]: 'export const stringifyPair = ({ key }) => String(key);',
    [`${folder}/stringify/stringifyCollection.js`]:
      'export const stringifyCollection = collection => JSON.stringify(collection.toJSON());',
    [`${folder}/schema/yaml-1.1/schema.js`]: "export { schema } from '../core/schema.js';",
    [`${folder}/schema/yaml-1.1/binary.js`]: absent(['binary']),
    [`${folder}/schema/yaml-1.1/omap.js`]: absent(['YAMLOMap', 'omap']),
    [`${folder}/schema/yaml-1.1/pairs.js`]: absent(['createPairs', 'pairs', 'resolvePairs']),
    [`${folder}/schema/yaml-1.1/set.js`]: absent(['YAMLSet', 'set']),
    [`${folder}/schema/yaml-1.1/timestamp.js`]: absent(['intTime', 'floatTime', 'timestamp']),
  };
}
