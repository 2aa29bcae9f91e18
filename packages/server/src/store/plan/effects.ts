import type { Change } from '../kernel/change.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { named, type Sql, sql } from '../kernel/sql.ts';
import { Walk, withWalks } from '../walk/walk.ts';
import { type Alike, grantedWhatIsTouched, touchedThemselves, wayOf } from './alike.ts';
import { bringing, withoutDraft } from './bringing.ts';
import { Comparison } from './comparison.ts';
import { type Course, coursesAmong } from './courses.ts';
import { byChanges, byDraft, movedBetween, type Touched } from './touched.ts';

/**
 * What a draft wrote so far changes for whom, at once and at every later start and end of a grant: effective access without it and with it,
 * compared for those alone whom its facts can reach. People whom the same grants reach, directly or by groups, are looked at together.
 * @param few of so many who are granted some of what it moves each is looked up
 */
export function coursesOf({ connection, no, at }: Change, few = lookedUpEach): Promise<Course[]> {
  const before = new Walk((alias) => inForce(alias, no - 1), at, withoutDraft);
  const after = new Walk((alias) => inForce(alias, no), at);
  return between(connection, { no: no - 1, walk: before }, { no, walk: after }, byDraft, { at, few });
}

/** The same of changes that were made: what those from one number up to another changed, from an instant on. */
export function coursesOfChanges({ connection }: Snapshot, first: number, last: number, at: string): Promise<Course[]> {
  const side = (no: number) => ({ no, walk: new Walk((alias) => inForce(alias, no), at, withoutDraft) });
  return between(connection, side(first - 1), side(last), byChanges(first, last), { at, few: lookedUpEach });
}

// From there on it is less to read who is granted what matters.
const lookedUpEach = 4000;

/** The facts at a number. */
interface Side {
  readonly no: number;
  readonly walk: Walk;
}

async function between(
  connection: Snapshot['connection'],
  { no: noBefore, walk: before }: Side,
  { no, walk: after }: Side,
  touched: Touched,
  { at, few }: { readonly at: string; readonly few: number },
): Promise<Course[]> {
  const ask = async <Row extends object>(what: string, statement: Sql) =>
    (await connection.query<Row>(named(`${touched.name}-${what}`, statement))).rows;
  const [touches] = await ask<{ principals: boolean; contents: boolean }>(
    'touches',
    sql`select exists (${touched.principals}) as principals, exists (${touched.contents}) as contents`,
  );
  const alike = [
    ...(touches?.principals ? await ask<Alike>('touched', touchedThemselves(before, after, touched)) : []),
    ...(touches?.contents ? await ask<Alike>('granted', grantedWhatIsTouched(before, after, touched, few)) : []),
  ];
  const ways = new Map(alike.flatMap((row) => row.ways.map((text) => [text, wayOf(text)] as const)));
  const things = [...new Set([...ways.values()].map(({ thing }) => thing))];
  if (things.length === 0) return [];
  const brought = await bringing(connection, before, noBefore, things);
  const brings = new Map(brought);
  if (touches?.contents) {
    // Most things bring what they brought: those alone are read once more that the draft moves.
    const rows = await ask<{ id: string }>(
      'moved',
      sql`${withWalks(...movedBetween(before, after, touched))} select id from moved`,
    );
    const moved = new Set(rows.map(({ id }) => id)).intersection(new Set(things));
    for (const id of moved) brings.delete(id);
    for (const [id, it] of await bringing(connection, after, no, [...moved])) brings.set(id, it);
  }
  return coursesAmong(alike, ways, new Comparison(brought, brings), at);
}
