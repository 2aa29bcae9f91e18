type Both<Table> = (Table extends unknown ? (each: Table) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Merges several tables by code. A code may occur in several tables. */
export function merged<const Tables extends readonly object[]>(...tables: Tables): Both<Tables[number]> {
  const all: Record<string, object> = {};
  for (const table of tables)
    for (const [code, ofCode] of Object.entries(table)) all[code] = { ...all[code], ...ofCode };
  return all as Both<Tables[number]>;
}
