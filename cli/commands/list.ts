// cotangent list systems|methods|flows|solvers|papers

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { didYouMean } from '../../src/formula/nearest-name.ts';
import { flowRecords } from '../../src/methods/flow-records.ts';
import { methods } from '../../src/methods/registry.ts';
import { solverRecords } from '../../src/solvers/named-solvers.ts';
import { catalogue } from '../files/problem-source.ts';
import { casesFolder } from '../package-folder.ts';
import { entries as papers } from '../reproduction/entries.ts';
import { alignedTable, paint } from '../terminal.ts';
import { UserError } from '../user-error.ts';

type Row = Record<string, string | number | boolean>;

const kinds: Record<string, () => Row[]> = {
  systems: () =>
    catalogue().map(name => {
      const spec = parse(readFileSync(join(casesFolder, `${name}.yaml`), 'utf8')) as Record<string, unknown>;
      return { name, title: String(spec.name ?? ''), description: String(spec.description ?? '') };
    }),
  methods: () =>
    methods.map(({ name, title, family, needs, summary, properties }) => {
      const { order, symplectic, symmetric } = properties(flowRecords[0]);
      return {
        name,
        order: Number.isFinite(order) ? order : Number.isNaN(order) ? '–' : 'adaptive',
        symplectic,
        symmetric,
        family,
        title,
        needs: needs.join(', '),
        summary,
      };
    }),
  flows: () =>
    flowRecords.map(({ name, order, symplectic, symmetric, needs, title, reference }) => ({
      name,
      order,
      symplectic,
      symmetric,
      needs: needs.join(', '),
      title,
      reference,
    })),
  solvers: () =>
    solverRecords.map(({ name, title, needs, reference }) => ({ name, title, needs, reference })),
  papers: () =>
    papers.map(({ id, title, source, place }) => ({ name: id, title, source: source.key, place })),
};

const shown: Record<string, readonly string[]> = {
  systems: ['name', 'title'],
  methods: ['name', 'order', 'symplectic', 'symmetric', 'title'],
  flows: ['name', 'order', 'symplectic', 'symmetric', 'title'],
  solvers: ['name', 'title'],
  papers: ['name', 'title', 'place'],
};

export function listCommand(program: Command): void {
  program
    .command('list')
    .description('list systems (the catalogue), methods, flows, solvers or papers')
    .argument('<what>', Object.keys(kinds).join(' | '))
    .option('--json', 'print one JSON array instead of a table')
    .addHelpText('after', '\nExample: cotangent list methods')
    .action((what: string, { json }: { json?: boolean }) => {
      if (!Object.hasOwn(kinds, what))
        throw new UserError(`“${what}” cannot be listed; ${nearestKind(what)}`);
      const rows = kinds[what]();
      if (json) console.log(JSON.stringify(rows, null, 2));
      else if (rows.length === 0) console.log(`There are no ${what} yet.`);
      else printTable(rows, shown[what]);
    });
}

function nearestKind(what: string): string {
  return didYouMean(what, Object.keys(kinds)) ?? `there are ${Object.keys(kinds).join(', ')}`;
}

const cell = (value: string | number | boolean) =>
  value === true ? 'yes' : value === false ? 'no' : String(value);

function printTable(rows: readonly Row[], columns: readonly string[]): void {
  const lines = alignedTable([columns, ...rows.map(row => columns.map(column => cell(row[column])))]).split(
    '\n',
  );
  console.log(paint(lines[0], 'bold'));
  for (const line of lines.slice(1)) console.log(line);
}
