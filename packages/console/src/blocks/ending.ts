import type { QueryKey } from '@tanstack/react-query';

const ending = new Set<unknown>();

/** Whether a query is about what the page that shows it is deleting: to ask again would only find that it is gone. */
export const isEnding = (queryKey: QueryKey): boolean => queryKey.some((part) => ending.has(part));

/** Deletes what has that id, and leaves its page: until both are done, news of changes ask for nothing about it. */
export async function whileEnding(id: string, work: () => Promise<void>): Promise<void> {
  ending.add(id);
  try {
    await work();
  } finally {
    ending.delete(id);
  }
}
