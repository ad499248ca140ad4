// docs/methods/README.md from the registry: what the command line lists, as a page.

import { type FlowRecord, flowRecords } from '../../src/methods/flow-records.ts';
import type { Family, Method, ParameterRecord, Properties } from '../../src/methods/method.ts';
import { methods } from '../../src/methods/registry.ts';
import { type SolverRecord, solverRecords } from '../../src/solvers/named-solvers.ts';

const families: readonly { family: Family; title: string; about: string }[] = [
  {
    family: 'constrained',
    title: 'Constrained: slide, flow, project',
    about: 'They keep g = 0 to round-off and are built from an unconstrained flow, which you may choose.',
  },
  {
    family: 'DAE',
    title: 'Backward differences',
    about: 'They treat the equations as a differential-algebraic system. Dissipative, here for comparison.',
  },
  {
    family: 'ODE',
    title: 'Reference',
    about:
      'The multipliers are eliminated and the ordinary differential equation that is left is integrated.',
  },
  {
    family: 'Lie group',
    title: 'On the rotation group',
    about:
      'For a rigid body given by its rotation matrix: coordinates `R: [3, 3]`, masses by column, the constraint RᵀR = I.',
  },
  {
    family: 'unconstrained',
    title: 'Unconstrained flows on their own',
    about:
      'For problems without constraints, and for penalised ones (`--omega`). The same flows serve inside `shake` and `rattle`.',
  },
  {
    family: 'random',
    title: 'At a temperature',
    about:
      'They sample exp(−H/kT), on the manifold of the constraints where there are some. Order, symplecticity and symmetry are those without friction.',
  },
];

export function methodDocs(): string {
  const sections = families.flatMap(({ family, title, about }) => {
    const members = methods.filter(method => method.family === family);
    return members.length === 0 ? [] : [`## ${title}`, about, ...members.map(section)];
  });
  return `${[head, overview(), ...sections, flowTable(), solverTable()].join('\n\n')}\n`;
}

const head = `# Methods

Made from the registry \`src/methods/registry.ts\` by \`npm run docs\`; do not edit it by hand. Which one to take is the subject of
[choosing a method](../choosing-a-method.md); the letters are explained in the [notation](../notation.md).`;

/** A method with an inner flow has the properties that a symmetric flow gives it, and perhaps lesser ones without. */
const symmetricFlow = flowRecords.find(flow => flow.symmetric) ?? flowRecords[0];
const otherFlow = flowRecords.find(flow => !flow.symmetric) ?? symmetricFlow;

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');
const orderText = ({ order }: Properties) =>
  Number.isFinite(order) ? String(order) : Number.isNaN(order) ? '–' : 'adaptive';

function overview(): string {
  const rows = methods.map(method => {
    const properties = method.properties(symmetricFlow);
    return [
      `[\`${method.name}\`](#${method.name})`,
      method.title,
      orderText(properties),
      yesOrNo(properties.symplectic),
      yesOrNo(properties.symmetric),
      `\`${method.domain}\``,
    ];
  });
  return table(['name', 'title', 'order', 'symplectic', 'symmetric', 'lives on'], rows);
}

function section(method: Method): string {
  const facts = [
    `- Order: ${withOtherFlow(method, orderText)}`,
    `- Symplectic: ${withOtherFlow(method, ({ symplectic }) => yesOrNo(symplectic))}`,
    `- Symmetric: ${withOtherFlow(method, ({ symmetric }) => yesOrNo(symmetric))}`,
    `- Lives on: \`${method.domain}\``,
    `- Needs: ${method.needs.length > 0 ? method.needs.join(', ') : 'nothing'}`,
    ...method.parameters.map(parameter),
    `- Reference: ${method.reference}`,
  ];
  return `### ${method.name}\n\n**${method.title}.** ${method.summary}\n\n${facts.join('\n')}`;
}

function withOtherFlow(method: Method, text: (properties: Properties) => string): string {
  const best = text(method.properties(symmetricFlow));
  const usesFlow = method.parameters.some(({ name }) => name === 'flow');
  const other = usesFlow ? text(method.properties(otherFlow)) : best;
  return other === best ? best : `${best}; ${other} with a flow that is not symmetric`;
}

function parameter({ name, summary, values, default: usual }: ParameterRecord): string {
  const choice =
    name === 'flow'
      ? '; see [flows](#flows)'
      : name === 'solver'
        ? '; see [solvers](#solvers)'
        : values
          ? `; one of ${values.join(', ')}`
          : '';
  return `- Parameter \`${name}\`: ${summary}; default ${usual}${choice}`;
}

function flowTable(): string {
  const row = (flow: FlowRecord) => [
    `\`${flow.name}\``,
    flow.title,
    String(flow.order),
    yesOrNo(flow.symplectic),
    yesOrNo(flow.symmetric),
    flow.needs.includes('separable') ? 'H = ½pᵀM⁻¹p + V(q)' : 'any H',
    flow.reference,
  ];
  const columns = ['name', 'title', 'order', 'symplectic', 'symmetric', 'needs', 'reference'];
  return `## Flows\n\nFor \`--flow\`.\n\n${table(columns, flowRecords.map(row))}`;
}

function solverTable(): string {
  const row = ({ name, title, needs, reference }: SolverRecord) => [
    `\`${name}\``,
    title,
    needs === 'model' ? 'g(q) and H = ½pᵀM⁻¹p + V(q)' : 'any problem',
    reference,
  ];
  const columns = ['name', 'title', 'works for', 'reference'];
  return `## Solvers\n\nFor \`--solver\`: how the multipliers are found.\n\n${table(columns, solverRecords.map(row))}`;
}

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
