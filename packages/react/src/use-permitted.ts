'use client';

import type { Access, AccessSnapshot, Answers } from '@licet/client';
import type { On, PermissionName } from '@licet/rule';
import { useContext, useMemo } from 'react';
import { AccessContext } from './access-provider.ts';
import { useRead } from './use-read.ts';

/**
 * Returns the items on which the token permits the action, without a call to a server. The array stays the same until
 * the token or an argument changes.
 *
 * @param on returns the resource of an item, and everything that it lies in. Define the function outside of the
 * component, or with `useCallback`, so that a long list is not checked again at each render. An item for which the
 * function throws is left out
 * @example
 * const shops = [{ id: 'berlin', region: 'de' }];
 * const whereIs = ({ id, region }: { id: string; region: string }) => [`shop:${id}`, `region:${region}`];
 * const refundable = usePermitted('invoices.refund', shops, whereIs);
 */
export const usePermitted = <Item>(
  permission: PermissionName,
  items: readonly Item[],
  on: (item: Item) => On,
): readonly Item[] => {
  const access = useContext(AccessContext);
  const snapshot = useRead(access, (asked) => asked.snapshot());
  return useMemo(
    () => permittedItems(access, snapshot, (asked) => asked.can(permission), items, on),
    [access, snapshot, permission, items, on],
  );
};

const permittedItems = <Item>(
  access: Access,
  { token }: AccessSnapshot,
  ask: (asked: Answers) => boolean,
  items: readonly Item[],
  on: (item: Item) => On,
): readonly Item[] => {
  if (token === undefined) return [];
  return items.filter((item) => {
    try {
      return ask(access.at(on(item)));
    } catch {
      return false;
    }
  });
};
