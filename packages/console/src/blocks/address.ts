import {
  type RegisteredRouter,
  type RouteApi,
  type RouteById,
  type RouteIds,
  useNavigate,
} from '@tanstack/react-router';
import * as z from 'zod';

/** What an address says beside its path: plain words, so that it can be read and typed (`?q=123`). */
export type Address<Shape> = { [N in keyof Shape]?: z.output<Shape[N]> | undefined };

/** Something is open, or ticked: `?add=1`. */
export const flag = z.literal('1');

/**
 * Reads an address: what the screen's list call takes (but for the size of a page, which is the screen's own), and what only
 * the screen knows. What is unknown, empty or faulty is dropped, one by one.
 */
export function addressReader<Query extends z.ZodObject, Own extends z.core.$ZodLooseShape>(query: Query, own: Own) {
  const { limit: _limit, ...shape }: z.core.$ZodLooseShape = { ...query.shape, ...own };
  return (search: Readonly<Record<string, unknown>>) => {
    const found: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(shape)) {
      const value = Object.hasOwn(search, name) && search[name] !== '' ? search[name] : undefined;
      const read = value === undefined ? undefined : z.safeParse(schema, value);
      if (read?.success) found[name] = read.data;
    }
    return found as Address<Omit<Query['shape'], 'limit' | keyof Own> & Own>;
  };
}

/** The sort of an address as one list knows it, where several lists share an address. */
export const sortIn = <Sort extends z.ZodType>(
  list: { shape: { sort: Sort } },
  sort: unknown,
): z.output<Sort> | undefined => z.safeParse(list.shape.sort, sort).data;

type Tree = RegisteredRouter['routeTree'];

/** What the address of a screen says, by the id of its route. */
export type AddressOf<Id extends RouteIds<Tree>> = RouteById<Tree, Id>['types']['fullSearchSchema'];

/**
 * The address of a screen, and a way to change it. What a change names with `undefined` goes away. What is opened beside a
 * list leaves its page where it is; any other change begins at the first page.
 */
export function useAddress<const Id extends RouteIds<Tree>>(
  route: RouteApi<Id>,
): readonly [address: AddressOf<Id>, change: (changes: Partial<AddressOf<Id>>, replace?: boolean) => void] {
  const address: AddressOf<Id> = route.useSearch();
  const navigate = useNavigate();
  const change = (changes: Partial<AddressOf<Id>>, replace = false) => {
    const first = Object.keys(changes).every((name) => beside.has(name)) ? {} : { cursor: undefined };
    void navigate({ to: '.', search: (before) => ({ ...before, ...first, ...changes }), replace });
  };
  return [address, change];
}

/** Names of an address that leave its list as it is. */
export const beside: ReadonlySet<string> = new Set(['open', 'add', 'edit', 'import']);
