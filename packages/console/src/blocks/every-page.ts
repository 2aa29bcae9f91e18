import type { Page } from '@licet/contract';

/** The items of a list, page after page, up to a bound. */
export interface AllItems<Item> {
  items: Item[];
  /** The list has more items than were read. */
  more: boolean;
}

/** Reads a list to its end, or up to `most` items. */
export async function everyPage<Item>(
  read: (cursor: string | undefined) => Promise<Pick<Page<Item>, 'items' | 'next'>>,
  most: number,
): Promise<AllItems<Item>> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    items.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && items.length < most);
  return { items, more: cursor !== undefined };
}
