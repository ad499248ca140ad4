// Lazy loading of modules: large libraries and the code that uses them.

import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The module, or null until it is wanted and loaded; a failed load leaves null. */
export function useLazy<T>(isWanted: boolean, fetchModule: () => Promise<T>): T | null {
  const [module, setModule] = useState<T | null>(null);
  useEffect(() => {
    let isGone = false;
    if (isWanted && module === null)
      fetchModule().then(
        fetched => {
          if (!isGone) setModule(() => fetched);
        },
        () => {},
      );
    return () => {
      isGone = true;
    };
  }, [isWanted]);
  return module;
}

/** Whether an element has ever been on the screen. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return isSeen;
}
