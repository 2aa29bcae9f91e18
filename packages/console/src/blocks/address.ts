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
 * The address of a screen, and a way to change it. `undefined` removes a parameter. Opening something beside a list
 * keeps its page; any other change begins at the first page.
 */
export function useAddress<const Id extends RouteIds<Tree>>(
  route: RouteApi<Id>,
): readonly [address: AddressOf<Id>, change: (changes: Partial<AddressOf<Id>>, replace?: boolean) => void] {
  const address: AddressOf<Id> = route.useSearch();
  const navigate = useNavigate();
  const change = (changes: Partial<AddressOf<Id>>, replace = false) => {
    const first = Object.keys(changes).every((name) => leavesList.has(name)) ? {} : { cursor: undefined };
    const next = (before: AddressOf<Id>) => {
      // The shown page does not belong to the list that was requested meanwhile.
      const isPage = 'cursor' in changes && changes.cursor !== undefined;
      return isPage && listOf(before) !== listOf(address) ? before : { ...before, ...first, ...changes };
    };
    void navigate({ to: '.', search: next as never, replace });
  };
  return [address, change];
}

/** The list of an address, regardless of its page. */
export const listOf = (address: object): string =>
  JSON.stringify(
    Object.entries(address)
      .filter(([name, value]) => value !== undefined && name !== 'cursor' && !leavesList.has(name))
      .sort(),
  );

/** Parameters of an address that do not change its list. */
export const leavesList: ReadonlySet<string> = new Set(['open', 'add', 'edit', 'import', 'grant']);
