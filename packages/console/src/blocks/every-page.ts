import type { Page } from '@licet/contract';

/** The items of a list from all of its pages, up to a limit. */
export interface AllItems<Item> {
  items: Item[];
  /** Whether the list has more items than were read. */
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
