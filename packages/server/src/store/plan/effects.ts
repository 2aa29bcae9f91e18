import type { Change } from '../kernel/change.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { named, type Sql, sql } from '../kernel/sql.ts';
import { Walk, withWalks } from '../walk/walk.ts';
import { type Alike, grantedWhatIsTouched, touchedThemselves } from './alike.ts';
import { bringing, withoutDraft } from './bringing.ts';
import { Comparison, type Difference, isNothing } from './comparison.ts';
import { byChanges, byDraft, movedBetween, type Touched } from './touched.ts';

/** What some people and programs gain and lose alike in an application. */
export interface Effect extends Difference {
  /** The id of the application's facts. */
  readonly application: string;
  /** The ids of everybody whom it concerns, people and programs, sorted. */
  readonly holders: readonly string[];
}

/**
 * Who gains and loses what at an instant by what a draft wrote so far: effective access without it and with it, compared for those
 * alone whom its facts can reach. People who were granted the same, directly or by groups, are looked at together.
 * @param at an instant in ISO 8601, not before that of the draft
 * @param few of so many who are granted some of what it moves each is looked up
 */
export function effectsOf({ connection, no }: Change, at: string, few = lookedUpEach): Promise<Effect[]> {
  const before = new Walk((alias) => inForce(alias, no - 1), at, withoutDraft);
  const after = new Walk((alias) => inForce(alias, no), at);
  return between(connection, { no: no - 1, walk: before }, { no, walk: after }, byDraft, few);
}

/** The same of changes that were made: who gained and lost what by those from one number up to another, as of an instant. */
export function effectsOfChanges({ connection }: Snapshot, first: number, last: number, at: string): Promise<Effect[]> {
  const side = (no: number) => ({ no, walk: new Walk((alias) => inForce(alias, no), at, withoutDraft) });
  return between(connection, side(first - 1), side(last), byChanges(first, last), lookedUpEach);
}

/** The next instants after that of the draft at which one of its grants starts or ends, with it or without it. */
export async function turnsOf({ connection, at }: Change, most: number): Promise<string[]> {
  const { rows } = await connection.query<{ turn: string }>(sql`
    select distinct turn from (${byDraft.of('starts as turn', 'grants')} union ${byDraft.of('ends as turn', 'grants')}) t
    where turn > ${at} and turn < 'infinity' order by turn limit ${most}`);
  return rows.map(({ turn }) => turn);
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
  few: number,
): Promise<Effect[]> {
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
  const things = [...new Set(alike.flatMap(({ had, has }) => [...had, ...has]))];
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
  return together(alike, new Comparison(brought, brings));
}

/** Those who gain and lose the same, in whatever way, told together: what concerns the most comes first. */
export function together(alike: readonly Alike[], comparison: Comparison): Effect[] {
  const effects = new Map<string, Effect & { holders: string[] }>();
  for (const { application, holders, ...granted } of alike) {
    const effect = comparison.difference(granted);
    if (isNothing(effect)) continue;
    const key = JSON.stringify([application, effect]);
    const known = effects.get(key);
    if (!known) effects.set(key, { application, ...effect, holders: [...holders] });
    else for (const holder of holders) known.holders.push(holder); // they may be everybody: too many for one call
  }
  for (const { holders } of effects.values()) holders.sort();
  return [...effects]
    .sort(([a, { holders: some }], [b, { holders: others }]) => others.length - some.length || (a < b ? -1 : 1))
    .map(([, effect]) => effect);
}
