// Worker liveness by the Web Locks API: a worker holds a named lock as long as it runs, so that a request for the same lock
// is granted when it has ended, even when it was killed. Pages that come neither from this machine nor over https have no locks.

export interface Liveness {
  readonly kind: 'alive';
  /** Name of the lock that the worker holds. */
  readonly lock: string;
}

const locks: LockManager | undefined = navigator.locks;

/** Holds the lock until the thread ends; `onHeld` is called when it is held. */
export function holdLock(lock: string, onHeld: (liveness: Liveness) => void): void {
  void locks?.request(lock, () => {
    onHeld({ kind: 'alive', lock });
    return new Promise(() => {});
  });
}

/** Resolved when the thread that holds the lock has ended. */
export async function waitUntilReleased(lock: string): Promise<void> {
  await locks?.request(lock, () => {});
}
