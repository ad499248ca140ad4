// How components reach the state of the app.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Studio } from './studio.ts';

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error('there is no studio around this component');
  return studio;
}
