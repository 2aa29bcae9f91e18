import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Stores one item under its own key, from a cached list that contains it, so that the page of the item opens without a
 * request. The item keeps the age of the list. An item of an invalidated list, or an older one, is not stored.
 */
export function knowFromList(queryClient: QueryClient, lists: QueryKey, key: QueryKey, id: string): void {
  let known = queryClient.getQueryState(key)?.dataUpdatedAt ?? 0;
  for (const { state } of queryClient.getQueryCache().findAll({ queryKey: lists })) {
    if (state.isInvalidated || state.dataUpdatedAt <= known) continue;
    const { items = [] } = (state.data ?? {}) as { readonly items?: readonly { readonly id: string }[] };
    const item = items.find((it) => it.id === id);
    if (!item) continue;
    known = state.dataUpdatedAt;
    queryClient.setQueryData(key, item, { updatedAt: known });
  }
}
