/**
 * Follows names through own properties only, so that nothing is found on a prototype. Undefined where the path ends.
 */
export const own = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined,
    value,
  );

/**
 * The lists joined. A missing one is an empty list. A value that is not a list stays, and makes the token malformed.
 */
export const joined = (...lists: readonly unknown[]): unknown => {
  const present = lists.filter((list) => list !== undefined);
  return present.every(Array.isArray) ? present.flat() : null;
};
