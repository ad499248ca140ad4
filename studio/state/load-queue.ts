// The queue of loads: commands after which the motion starts again (a problem is read, or lanes are prepared). Each takes a while,
// and a slider causes many: while the engine works on one, only the last of those that follow is queued.

export type PendingLoad = 'load' | 'prepare';

export interface LoadQueue {
  /** What the engine works on. */
  readonly current: PendingLoad | null;
  request(load: PendingLoad): void;
  /** The engine has finished the current one; true when another was queued, and is started now. */
  complete(): boolean;
  /** The engine was replaced and will finish nothing. */
  clear(): void;
}

export function createLoadQueue(start: (load: PendingLoad) => void): LoadQueue {
  let current: PendingLoad | null = null;
  let queued: PendingLoad | null = null;
  function request(load: PendingLoad): void {
    if (current === null) {
      current = load;
      start(load);
    } else if (load === 'load' || current !== 'load') {
      // Lanes are prepared after every load anyway, so that only a load can be queued behind one.
      queued = queued === 'load' ? 'load' : load;
    }
  }
  return {
    get current() {
      return current;
    },
    request,
    complete() {
      const next = queued;
      [current, queued] = [null, null];
      if (next) request(next);
      return next !== null;
    },
    clear() {
      [current, queued] = [null, null];
    },
  };
}
