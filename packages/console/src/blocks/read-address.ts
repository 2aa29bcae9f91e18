import * as z from 'zod';

/** The parameters of an address as plain text, so that users can read and type them (`?q=123`). */
export type Address<Shape> = { [N in keyof Shape]?: z.output<Shape[N]> | undefined };

/** A parameter that is either absent or `1`, for an open panel or a ticked box: `?add=1`. */
export const flag = z.literal('1');

/**
 * Returns a reader of addresses. It accepts the query of the screen's list call, without the page size, and the
 * screen's own parameters. It drops each unknown, empty or invalid parameter and keeps the others.
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

/** Returns the sort in an address if this list supports it. Needed if several lists share an address. */
export const sortIn = <Sort extends z.ZodType>(
  list: { shape: { sort: Sort } },
  sort: unknown,
): z.output<Sort> | undefined => z.safeParse(list.shape.sort, sort).data;
