import { limits, type Page } from '@licet/contract';

/** Every item of a list, page by page. */
export async function allOf<Item>(
  read: (query: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await read({ limit: limits.pageMax.value, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    cursor = page.next;
  } while (cursor);
  return items;
}

/** Calls for each item, a few at a time; results are in the order of the items. */
export async function each<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
  atOnce = 6,
): Promise<Answer[]> {
  const answers: Answer[] = new Array(items.length);
  const waiting = items.entries();
  const ways = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (const [at, item] of waiting) answers[at] = await ask(item);
  });
  await Promise.all(ways);
  return answers;
}
