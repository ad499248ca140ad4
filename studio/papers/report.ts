// The report of the last reproduction, as stored with the documentation.

export interface PaperEntry {
  readonly id: string;
  readonly title: string;
  readonly source: { readonly authors: string; readonly published: string };
  readonly place: string;
  readonly systems: readonly string[];
  readonly claims: readonly {
    readonly statement: string;
    readonly quantity: string;
    readonly measured: number;
    readonly verdict: 'holds' | 'fails' | 'differs from print';
  }[];
  readonly figures: readonly { readonly file: string; readonly caption: string }[];
}

export interface Report {
  readonly entries: readonly PaperEntry[];
}

const reports = import.meta.glob<Report>('../../docs/reproduction/report.json', { import: 'default' });
const figures = import.meta.glob<string>('../../docs/reproduction/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** null where there is none. */
export async function readReport(): Promise<Report | null> {
  const [read] = Object.values(reports);
  return read ? await read() : null;
}

export function figureAddress(file: string): string {
  return figures[`../../docs/reproduction/${file}`] ?? '';
}
