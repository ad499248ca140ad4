import { describe, expect, it } from 'vitest';
import { type Beginning, createBeginnings } from '../../../studio/state/beginnings.ts';

function recorded() {
  const begun: Beginning[] = [];
  return { begun, beginnings: createBeginnings(what => begun.push(what)) };
}

describe('orders that begin anew', () => {
  it('go out at once when the engine is idle', () => {
    const { begun, beginnings } = recorded();
    beginnings.ask('load');
    expect(begun).toEqual(['load']);
    expect(beginnings.current).toBe('load');
    expect(beginnings.answered()).toBe(false);
    expect(beginnings.current).toBeNull();
  });

  it('wait while it works, and only the last of them goes out', () => {
    const { begun, beginnings } = recorded();
    for (let k = 0; k < 50; k++) beginnings.ask('load');
    expect(begun).toEqual(['load']);
    expect(beginnings.answered()).toBe(true);
    expect(begun).toEqual(['load', 'load']);
    expect(beginnings.answered()).toBe(false);
    expect(begun).toHaveLength(2);
  });

  it('need no preparation during a load, which is followed by one', () => {
    const { begun, beginnings } = recorded();
    beginnings.ask('load');
    beginnings.ask('prepare');
    expect(beginnings.answered()).toBe(false);
    expect(begun).toEqual(['load']);
  });

  it('let a load come before all preparations', () => {
    const { begun, beginnings } = recorded();
    beginnings.ask('prepare');
    beginnings.ask('load');
    beginnings.ask('prepare');
    beginnings.answered();
    expect(begun).toEqual(['prepare', 'load']);
  });

  it('are forgotten with the engine', () => {
    const { begun, beginnings } = recorded();
    beginnings.ask('load');
    beginnings.ask('load');
    beginnings.forget();
    beginnings.ask('prepare');
    expect(begun).toEqual(['load', 'prepare']);
    expect(beginnings.answered()).toBe(false);
  });
});
