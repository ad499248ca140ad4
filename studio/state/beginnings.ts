// Orders after which the motion begins anew: a problem is read, or lanes are prepared. They take a while, and a slider asks
// for many: while the engine works on one, of those that follow only the last is kept.

export type Beginning = 'load' | 'prepare';

export interface Beginnings {
  /** What the engine works on. */
  readonly current: Beginning | null;
  ask(beginning: Beginning): void;
  /** The engine is done; true when another was waiting, and is begun now. */
  answered(): boolean;
  /** The engine has gone, and will answer nothing. */
  forget(): void;
}

export function createBeginnings(begin: (beginning: Beginning) => void): Beginnings {
  let current: Beginning | null = null;
  let next: Beginning | null = null;
  function ask(beginning: Beginning): void {
    if (current === null) {
      current = beginning;
      begin(beginning);
    } else if (beginning === 'load' || current !== 'load') {
      // After a load the lanes are prepared anyway, so that only a load can wait for one.
      next = next === 'load' ? 'load' : beginning;
    }
  }
  return {
    get current() {
      return current;
    },
    ask,
    answered() {
      const waiting = next;
      [current, next] = [null, null];
      if (waiting) ask(waiting);
      return waiting !== null;
    },
    forget() {
      [current, next] = [null, null];
    },
  };
}
