import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { named, sql } from '../kernel/sql.ts';

/** Up to three names of an application's catalogue that are similar to an unknown name, the most similar first. */
export async function nearestPermissions({ connection, no }: Snapshot, appId: string, name: string): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    named(
      'catalogue-names',
      sql`select p.name from permissions p where p.app_id = ${appId} and ${inForce('p', no)} order by p.name`,
    ),
  );
  return nearest(
    name,
    rows.map((row) => row.name),
  );
}

/**
 * Returns those of `names` that differ from `name` by case or a few characters, that contain `name`, or that `name`
 * contains.
 */
export function nearest(name: string, names: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  const most = Math.max(1, Math.min(3, Math.floor(wanted.length / 4)));
  return names
    .map((candidate) => ({ candidate, distance: distance(wanted, candidate.toLowerCase(), most) }))
    .filter(({ distance: far }) => far <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/**
 * Returns the number of characters to add, remove or replace to turn one name into the other (Levenshtein). A number
 * above `most` counts as `most` if `b` contains `a`, otherwise as `most + 1`.
 */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return a.length >= 4 && b.includes(a) ? most : most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
    if (Math.min(...row) > most) break;
  }
  const edits = row.at(-1) ?? 0;
  return edits <= most ? edits : a.length >= 4 && b.includes(a) ? most : most + 1;
}
