// How one thread learns that another has ended, even without a word: the other holds a lock as long as it lives, and
// whoever waits for the lock gets it when it has gone. Pages that are not from this machine or over https have no locks.

export interface Alive {
  readonly kind: 'alive';
  readonly life: string;
}

const locks: LockManager | undefined = navigator.locks;

/** Holds a lock of this name for ever; tells when it has it. */
export function holdLife(life: string, tell: (alive: Alive) => void): void {
  void locks?.request(life, () => {
    tell({ kind: 'alive', life });
    return new Promise(() => {});
  });
}

/** Resolved when whoever holds the lock is no more. */
export async function livingOf(life: string): Promise<void> {
  await locks?.request(life, () => {});
}
