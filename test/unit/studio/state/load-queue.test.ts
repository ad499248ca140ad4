import { describe, expect, it } from 'vitest';
import { createLoadQueue, type PendingLoad } from '../../../../studio/state/load-queue.ts';

function recorded() {
  const begun: PendingLoad[] = [];
  return { begun, queue: createLoadQueue(what => begun.push(what)) };
}

describe('the load queue', () => {
  it('go out at once when the engine is idle', () => {
    const { begun, queue } = recorded();
    queue.request('load');
    expect(begun).toEqual(['load']);
    expect(queue.current).toBe('load');
    expect(queue.complete()).toBe(false);
    expect(queue.current).toBeNull();
  });

  it('wait while it works, and only the last of them goes out', () => {
    const { begun, queue } = recorded();
    for (let k = 0; k < 50; k++) queue.request('load');
    expect(begun).toEqual(['load']);
    expect(queue.complete()).toBe(true);
    expect(begun).toEqual(['load', 'load']);
    expect(queue.complete()).toBe(false);
    expect(begun).toHaveLength(2);
  });

  it('need no preparation during a load, which is followed by one', () => {
    const { begun, queue } = recorded();
    queue.request('load');
    queue.request('prepare');
    expect(queue.complete()).toBe(false);
    expect(begun).toEqual(['load']);
  });

  it('let a load come before all preparations', () => {
    const { begun, queue } = recorded();
    queue.request('prepare');
    queue.request('load');
    queue.request('prepare');
    queue.complete();
    expect(begun).toEqual(['prepare', 'load']);
  });

  it('are forgotten with the engine', () => {
    const { begun, queue } = recorded();
    queue.request('load');
    queue.request('load');
    queue.clear();
    queue.request('prepare');
    expect(begun).toEqual(['load', 'prepare']);
    expect(queue.complete()).toBe(false);
  });
});
