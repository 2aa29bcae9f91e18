import type { QueryKey } from '@tanstack/react-query';

const ending = new Set<unknown>();

/** Whether a query is about what the current page is deleting: refetching would only find that it is gone. */
export const isEnding = (queryKey: QueryKey): boolean => queryKey.some((part) => ending.has(part));

/**
 * Deletes the object with that id and leaves its page. Until both are done, notifications of changes do not refetch it.
 */
export async function whileEnding(id: string, work: () => Promise<void>): Promise<void> {
  ending.add(id);
  try {
    await work();
  } finally {
    ending.delete(id);
  }
}
