// For work whose times do not count: both processors may have some.

/** Results in the order of the items. */
export async function twoAtATime<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const lane = async () => {
    for (const [k, item] of queue) results[k] = await work(item, k);
  };
  await Promise.all([lane(), lane()]);
  return results;
}
