/** Collects the values of a statement: `add` answers the placeholder, so that no value ever stands in SQL. */
export interface Parameters {
  readonly values: readonly unknown[];
  add(value: unknown): string;
}

export function parameters(...first: readonly unknown[]): Parameters {
  const values = [...first];
  return { values, add: (value) => `$${values.push(value)}` };
}

/** A statement with those of the values that it refers to, renumbered: PostgreSQL refuses values that nothing refers to. */
export function statement(
  sql: string,
  values: readonly unknown[],
): { readonly text: string; readonly values: unknown[] } {
  const places = new Map<string, number>();
  const text = sql.replace(/\$(\d+)/g, (_, place: string) => {
    if (!places.has(place)) places.set(place, places.size + 1);
    return `$${places.get(place)}`;
  });
  return { text, values: [...places.keys()].map((place) => values[Number(place) - 1]) };
}
