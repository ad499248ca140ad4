// Array.map for asynchronous work, with a limited number of items in progress at a time.

/** Results in the order of the items. For work whose times do not count. */
export async function mapConcurrent<T, R>(
  limit: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const consume = async () => {
    for (const [k, item] of queue) results[k] = await work(item, k);
  };
  await Promise.all(Array.from({ length: limit }, consume));
  return results;
}
