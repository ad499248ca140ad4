// Files dropped on the page: a problem file opens; others beside it are files that it names.

import { type Document, emptyDocument } from '../state/studio.ts';

const isProblem = (name: string) => /\.(ya?ml|json)$/i.test(name);

/** The document that the dropped files make; throws where none of them is a problem. */
export async function documentOfFiles(files: readonly File[]): Promise<Document> {
  const problem = files.find(({ name }) => isProblem(name));
  if (!problem)
    throw new Error(`${files.map(({ name }) => name).join(', ')}: drop a problem file (.yaml or .json) here`);
  const others = await Promise.all(
    files.filter(file => file !== problem).map(async file => [file.name, await file.text()] as const),
  );
  return {
    ...emptyDocument,
    name: problem.name.replace(/\.[^.]+$/, ''),
    text: await problem.text(),
    files: Object.fromEntries(others),
  };
}
