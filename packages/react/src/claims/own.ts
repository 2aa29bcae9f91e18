/** Follows names through own properties only, so that nothing is found on a prototype; undefined where the way ends. */
export const own = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined,
    value,
  );

/** The lists joined; what is absent is an empty list, and what is no list is left to the rule, which calls it malformed. */
export const joined = (...lists: readonly unknown[]): unknown => {
  const present = lists.filter((list) => list !== undefined);
  return present.every(Array.isArray) ? present.flat() : null;
};
