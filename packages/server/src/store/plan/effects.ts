import { breathing } from '../../breathing.ts';
import type { Change } from '../kernel/change.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { named, type Sql, sql, Value } from '../kernel/sql.ts';
import { Walk, withWalks } from '../walk/walk.ts';
import { type Alike, alikeAmong, grantedWhatIsTouched, touchedThemselves, type Way, wayOf } from './alike.ts';
import { Comparison } from './comparison.ts';
import { type Course, coursesAmong } from './courses.ts';
import { grantedNames, withoutDraft } from './granted-names.ts';
import { alteredBetween, byChanges, byDraft, type Touched } from './touched.ts';

/**
 * The effects of a draft so far, now and at every later start and end of a grant. Compares the access without and with
 * the draft, but only for principals that its facts can reach. Users with the same grants are processed together.
 * @param few the maximum number of principals that are looked up individually
 * @param disconnected ends the work when it aborts
 */
export function coursesOf(
  { connection, no, at }: Change,
  few: number = lookedUpEach,
  disconnected?: AbortSignal,
): Promise<Course[]> {
  const before = new Walk((alias) => inForce(alias, no - 1), at, withoutDraft);
  const after = new Walk((alias) => inForce(alias, no), at);
  return between(connection, { no: no - 1, walk: before }, { no, walk: after }, byDraft, { at, few, disconnected });
}

/** A range of changes that were made together, and the instant from which their effects are compared. */
export interface ChangeRange {
  readonly first: number;
  readonly last: number;
  readonly at: string;
}

/** The facts without the changes and with them. */
export function sidesOf({ first, last, at }: ChangeRange): { readonly before: Side; readonly after: Side } {
  const side = (no: number): Side => {
    const number = new Value(no);
    return { no, walk: new Walk((alias) => inForce(alias, number), at, withoutDraft) };
  };
  return { before: side(first - 1), after: side(last) };
}

/** The effects of changes that were already made. */
export function coursesOfChanges({ connection }: Snapshot, range: ChangeRange): Promise<Course[]> {
  const { before, after } = sidesOf(range);
  return between(connection, before, after, byChanges(range.first, range.last), { at: range.at, few: lookedUpEach });
}

/** The effects of changes on the principals with the given ids. */
export async function coursesOfThose(
  { connection }: Snapshot,
  range: ChangeRange,
  ids: readonly string[],
): Promise<Course[]> {
  const { before, after } = sidesOf(range);
  const { rows: alike } = await connection.query<Alike>(
    named('changes-those', alikeAmong(before.walk, after.walk, ids)),
  );
  const ways = waysIn(alike);
  const grantedIds = grantedIdsOf(ways);
  if (grantedIds.length === 0) return [];
  const namesBefore = await grantedNames(connection, before.walk, before.no, grantedIds);
  const namesAfter = await grantedNames(connection, after.walk, after.no, grantedIds);
  return coursesAmong(alike, ways, new Comparison(namesBefore, namesAfter), range.at);
}

const waysIn = (alike: readonly Alike[]) =>
  new Map(alike.flatMap((row) => row.ways.map((text) => [text, wayOf(text)] as const)));
const grantedIdsOf = (ways: ReadonlyMap<string, Way>) => [
  ...new Set([...ways.values()].map(({ grantedId }) => grantedId)),
];

// The maximum number of principals to look up individually. For more, it is cheaper to read all relevant grants.
const lookedUpEach = 4000;

/** The facts at a change number. */
interface Side {
  readonly no: number;
  readonly walk: Walk;
}

async function between(
  connection: Snapshot['connection'],
  { no: noBefore, walk: before }: Side,
  { no, walk: after }: Side,
  touched: Touched,
  {
    at,
    few,
    disconnected,
  }: { readonly at: string; readonly few: number; readonly disconnected?: AbortSignal | undefined },
): Promise<Course[]> {
  const breathe = breathing(disconnected);
  const ask = async <Row extends object>(what: string, statement: Sql) => {
    await breathe();
    return (await connection.query<Row>(named(`${touched.name}-${what}`, statement))).rows;
  };
  const [touches] = await ask<{ principals: boolean; contents: boolean }>(
    'touches',
    sql`select exists (${touched.principals}) as principals, exists (${touched.contents}) as contents`,
  );
  const alike = [
    ...(touches?.principals ? await ask<Alike>('touched', touchedThemselves(before, after, touched)) : []),
    ...(touches?.contents ? await ask<Alike>('granted', grantedWhatIsTouched(before, after, touched, few)) : []),
  ];
  const ways = waysIn(alike);
  const grantedIds = grantedIdsOf(ways);
  if (grantedIds.length === 0) return [];
  const namesBefore = await grantedNames(connection, before, noBefore, grantedIds, undefined, breathe);
  const namesAfter = new Map(namesBefore);
  if (touches?.contents) {
    // Most roles and permissions give the same names as before, so only those that the draft changes are read again.
    const rows = await ask<{ id: string }>(
      'moved',
      sql`${withWalks(...alteredBetween(before, after, touched))} select id from altered`,
    );
    const altered = new Set(rows.map(({ id }) => id)).intersection(new Set(grantedIds));
    for (const id of altered) namesAfter.delete(id);
    for (const [id, it] of await grantedNames(connection, after, no, [...altered], undefined, breathe))
      namesAfter.set(id, it);
  }
  return coursesAmong(alike, ways, new Comparison(namesBefore, namesAfter), at, undefined, breathe);
}
