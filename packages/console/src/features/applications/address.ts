import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Sort } from '../../ui/table-model.ts';

/** The tabs of an application. */
export const tabs = ['overview', 'permissions', 'roles', 'grants', 'clients', 'integration', 'usage'] as const;
export type TabName = (typeof tabs)[number];

/** What the address of these screens says beside the path. */
export interface Address {
  tab?: TabName | undefined;
  /** The search. */
  q?: string | undefined;
  /** A column, `-` before it for descending. */
  sort?: string | undefined;
  cursor?: string | undefined;
  /** States of grants, separated by commas. */
  state?: string | undefined;
  /** The row whose details are open. */
  open?: string | undefined;
  /** The open row is being edited. */
  edit?: '1' | undefined;
  /** Something new is being made. */
  add?: '1' | undefined;
  /** Who the new grant is for: ids of users and groups, separated by commas. */
  to?: string | undefined;
  /** Somebody, by id, whose grants the list is about. */
  principal?: string | undefined;
  /** A role or a permission, by id: what the new grant gives, or which one the list of grants is about. */
  role?: string | undefined;
  permission?: string | undefined;
  /** The client, by id, that the code is for. */
  client?: string | undefined;
  /** Only what nobody has exercised. */
  never?: '1' | undefined;
  /** The import is open. */
  import?: '1' | undefined;
}

/** Reads the address, and drops what is not understood. */
export function readAddress(search: Record<string, unknown>): Address {
  const address: Address = {};
  for (const name of [
    'q',
    'sort',
    'cursor',
    'state',
    'open',
    'to',
    'principal',
    'role',
    'permission',
    'client',
  ] as const) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') address[name] = value;
  }
  for (const name of ['edit', 'add', 'import', 'never'] as const) if (search[name] === '1') address[name] = '1';
  const tab = tabs.find((known) => known === search.tab);
  if (tab !== undefined) address.tab = tab;
  return address;
}

/** The address and a way to change it. What a change names with `undefined` goes away. */
export function useAddress(): [address: Address, change: (changes: Partial<Address>, replace?: boolean) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (changes: Partial<Address>, replace = false) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => readAddress({ ...before, ...changes })) as never,
      replace,
    });
  return [readAddress(search), change];
}

/** "-ends" as the table has it. */
export function toSort(sort: string): Sort {
  return sort.startsWith('-') ? { id: sort.slice(1), down: true } : { id: sort, down: false };
}

/** What the table was asked to sort by, as the address has it. */
export function fromSort(sort: Sort): string {
  return sort.down ? `-${sort.id}` : sort.id;
}

/** The sort of the address when the call knows it, else the first one that it knows. */
export function knownSort<S extends string>(sort: string | undefined, known: readonly [S, ...S[]]): S {
  return known.find((one) => one === sort) ?? known[0];
}
