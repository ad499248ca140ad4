// The whole state of the app in a link.

import type { Document } from '../state/studio.ts';

/** null when the link holds none. */
export async function documentOfLink(_hash: string): Promise<Document | null> {
  return null;
}
