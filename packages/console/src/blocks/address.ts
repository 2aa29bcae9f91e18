import {
  type RegisteredRouter,
  type RouteApi,
  type RouteById,
  type RouteIds,
  useNavigate,
} from '@tanstack/react-router';

type Tree = RegisteredRouter['routeTree'];

/** The parameters of a screen's address, by the id of its route. */
export type AddressOf<Id extends RouteIds<Tree>> = RouteById<Tree, Id>['types']['fullSearchSchema'];

/**
 * The parameters of a screen's address, and a function that changes them; `undefined` removes a parameter. Opening a
 * panel beside a list keeps the list's page; any other change returns to the first page.
 */
export function useAddress<const Id extends RouteIds<Tree>>(
  route: RouteApi<Id>,
): readonly [address: AddressOf<Id>, change: (changes: Partial<AddressOf<Id>>, replace?: boolean) => Promise<void>] {
  const address: AddressOf<Id> = route.useSearch();
  const navigate = useNavigate();
  const change = (changes: Partial<AddressOf<Id>>, replace = false) => {
    const first = Object.keys(changes).every((name) => leavesList.has(name)) ? {} : { cursor: undefined };
    const next = (before: AddressOf<Id>) => {
      // Drop a change of page if the list has changed meanwhile: that page belongs to the former list.
      const isPage = 'cursor' in changes && changes.cursor !== undefined;
      return isPage && listOf(before) !== listOf(address) ? before : { ...before, ...first, ...changes };
    };
    return navigate({ to: '.', search: next as never, replace });
  };
  return [address, change];
}

/** Returns a text that identifies the list in an address, regardless of the page of the list. */
export const listOf = (address: object): string =>
  JSON.stringify(
    Object.entries(address)
      .filter(([name, value]) => value !== undefined && name !== 'cursor' && !leavesList.has(name))
      .sort(),
  );

/** URL parameters that do not change the content of the list, such as an open row. */
export const leavesList: ReadonlySet<string> = new Set([
  'open',
  'add',
  'edit',
  'import',
  'grant',
  'shown',
  'density',
  'widths',
]);
