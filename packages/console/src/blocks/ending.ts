import type { QueryKey } from '@tanstack/react-query';

const ending = new Set<unknown>();

/** Whether a query is about an object that this page is deleting. Refetching it would only fail with “not found”. */
export const isEnding = (queryKey: QueryKey): boolean => queryKey.some((part) => ending.has(part));

/**
 * Deletes the object with this id and leaves its page. Until both are done, notifications of changes do not refetch it.
 */
export async function whileEnding(id: string, work: () => Promise<void>): Promise<void> {
  ending.add(id);
  try {
    await work();
  } finally {
    ending.delete(id);
  }
}
