import { limits, type Page, type Principal, type Violation } from '@licet/contract';
import { fault, refuse } from '../../refusal.ts';
import type { Change } from '../kernel/change.ts';
import { instantAsText } from '../kernel/clock.ts';
import { readCursor, writeCursor } from '../kernel/cursor.ts';
import { nameNow } from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import { folded, searchFor } from '../kernel/matching.ts';
import type { PageQuery } from '../kernel/paging.ts';
import { rowsOf } from '../kernel/rows.ts';
import { asOfShown, type Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { firstByName } from '../plan/who.ts';
import { asOf, withWalks } from '../walk/walk.ts';
import { type NewViolation, violationsOf } from './check.ts';
import { heldBy, heldByAnybody, partGivers, type RulesSql, storedRules } from './duties.ts';
import { type Duties, dutiesOf, type HeldPartOf, holdingsOf } from './held.ts';
import { namesOf } from './separations.ts';

export interface ViolationsQuery extends PageQuery {
  /** Part of a name, a username or an address. */
  readonly q?: string | undefined;
  readonly holder?: string | undefined;
}

/**
 * A page of the principals that hold more parts of a separation rule than allowed at the instant, by name, with the
 * paths. Includes principals with an exception.
 * @param bound a text that cursors are bound to, in addition to the instant
 * @throws Refusal `invalid_cursor`
 */
export async function listViolations(
  snapshot: Snapshot,
  rules: RulesSql,
  bound: string,
  query: ViolationsQuery,
): Promise<Page<Violation>> {
  const boundTo = ['violations', bound, query.q ?? '', query.holder ?? '', snapshot.asOf ?? ''].join(' ');
  const after =
    query.cursor === undefined
      ? undefined
      : readCursor(query.cursor, boundTo, [{ type: 'text' }, { type: 'uuid' }, { type: 'uuid' }]);
  const size = query.limit ?? limits.pageDefault.value;
  const { rows } = await snapshot.connection.query<Row & { total: number }>(sql`
    ${violating(snapshot, rules, query)}
    select counted.total, listed.* from (select count(*)::int as total from named) counted left join (
      select * from named ${after ? sql`where (${inNameOrder(sql`key`)}, holder, sep) > (${after[0]}::text, ${after[1]}::uuid, ${after[2]}::uuid)` : sql``}
      order by ${inNameOrder(sql`key`)}, holder, sep limit ${size + 1}
    ) listed on true order by ${inNameOrder(sql`key`)}, holder, sep`);
  const found = rows.filter(({ holder }) => holder !== null);
  const shown = found.slice(0, size);
  const last = found.length > size ? shown.at(-1) : undefined;
  return {
    items: shown.length === 0 ? [] : await withHeld(snapshot, await dutiesOf(snapshot, rules), shown),
    next: last ? writeCursor(boundTo, [last.key, last.holder, last.sep]) : null,
    total: rows[0]?.total ?? 0,
    atLeast: false,
    ...(snapshot.asOf !== undefined && { asOf: asOfShown(snapshot) }),
  };
}

/** All principals that hold too many parts, in batches. Consume it while the snapshot is open. */
export async function* everyViolation(
  snapshot: Snapshot,
  rules: RulesSql,
  query: Pick<ViolationsQuery, 'holder'>,
): AsyncGenerator<Violation> {
  const duties = await dutiesOf(snapshot, rules);
  let waiting: Row[] = [];
  const rows = rowsOf<Row>(
    snapshot.connection,
    sql`${violating(snapshot, rules, query)} select * from named order by ${inNameOrder(sql`key`)}, holder, sep`,
    atOnce,
  );
  for await (const row of rows) {
    waiting.push(row);
    if (waiting.length < atOnce) continue;
    yield* await withHeld(snapshot, duties, waiting);
    waiting = [];
  }
  yield* await withHeld(snapshot, duties, waiting);
}

const atOnce = 200;

interface Row {
  readonly sep: string;
  readonly separation: string;
  readonly holder: string;
  readonly kind: 'user' | 'client';
  readonly name: string;
  readonly now: string | null;
  readonly detail: string;
  /** The sort key. */
  readonly key: string;
  readonly exception: { readonly id: string; readonly ends: string } | null;
}

async function withHeld(snapshot: Snapshot, duties: Duties, rows: readonly Row[]): Promise<Violation[]> {
  if (rows.length === 0) return [];
  const pairs = rows.map(({ sep, holder }) => ({ separation: sep, holder }));
  const holders = pairs.map(({ holder }) => holder);
  const held = await (await holdingsOf(snapshot, duties, holders)).withPaths(pairs);
  return rows.map(({ sep, separation, exception, ...row }, index) => ({
    separation: { id: sep, name: separation },
    holder: principalOf(snapshot, row),
    exception,
    ...(held[index] ?? { held: [] }),
  }));
}

function principalOf(
  { asOf: asked }: Snapshot,
  { holder, kind, name, now, detail }: Omit<Row, 'sep' | 'separation' | 'exception'>,
): Principal {
  return { kind, id: holder, name, detail, ...(asked !== undefined && now !== name && { nameNow: now }) };
}

/** Selects the principals that hold too many parts, as `named`. */
function violating(snapshot: Snapshot, rules: RulesSql, { holder, q }: Pick<ViolationsQuery, 'holder' | 'q'>): Sql {
  const walk = asOf(snapshot.no, snapshot.at);
  const held = holder
    ? [sql`who(holder) as materialized (select ${holder}::uuid)`, ...heldBy(walk, walk.granted('x'))]
    : heldByAnybody(walk);
  const search = searchFor(q);
  const searched = (text: Sql) => (search ? search.matches(text) : sql`true`);
  const exception = sql`(
    select json_build_object('id', x.id, 'ends', ${instantAsText(sql`x.ends`)}) from separation_exceptions x
    where x.separation_id = v.sep and x.holder_id = v.holder and ${walk.counts('x')} and x.ends > ${snapshot.at} order by x.ends desc limit 1
  ) as exception`;
  return sql`
    ${withWalks(...rules, ...partGivers(walk), ...held)},
    violators as materialized (
      select h.sep, h.holder, c.name as separation from held h join concerned c on c.id = h.sep
      group by h.sep, h.holder, c.name, c.at_most having count(distinct h.part) > c.at_most
    ),
    named as materialized (
      select v.sep, v.separation, v.holder, 'user' as kind, u.name, ${nameNow(snapshot, 'users', sql`u.id`)} as now, u.username as detail,
        u.name as key, ${exception}
      from violators v join users u on u.id = v.holder and ${walk.enabled('u')} where ${searched(sql`u.sought`)}
      union all
      select v.sep, v.separation, v.holder, 'client', c.name, ${nameNow(snapshot, 'clients', sql`c.id`)}, a.key, c.name, ${exception}
      from violators v join clients c on c.id = v.holder and ${walk.program('c')} join applications a on a.id = c.app_id and ${walk.counts('a')}
      where ${searched(folded(sql`c.name`))}
    )`;
}

/** Whether the caller may see the names of users and of what they hold in these applications. */
export type MayName = (applications: readonly string[]) => boolean;

/**
 * Checks the separation rules after a change or a draft has written its facts.
 * @throws Refusal `separation_violated`, with the number of violations, and the names and paths that the caller may see
 */
export async function requireNoViolation(change: Change, mayName: MayName = () => false): Promise<void> {
  if (change.checking.done) return;
  const found = await violationsOf(change);
  // Each change of a draft is checked separately.
  if (!change.checking.draft) change.checking.done = true;
  if (found.length > 0) await refuseViolations(change, found, mayName);
}

async function refuseViolations(change: Change, found: readonly NewViolation[], mayName: MayName): Promise<never> {
  const rules = await namesOf(change, [...new Set(found.map(({ separation }) => separation))]);
  const people = new Set(found.map(({ holder }) => holder)).size;
  const details = await detailsOf(change, found, mayName);
  const [first] = details;
  if (!first) {
    const separations = [...rules.values()].slice(0, 3);
    const more = rules.size - separations.length;
    refuse('separation_violated', 'would_violate_unnamed', { people, separations, more });
  }
  const errors = details.map(({ from, ...held }) =>
    from === null ? fault({}, 'would_hold', held) : fault({}, 'would_hold_later', { ...held, from }),
  );
  const { from, ...held } = first;
  const values = { ...held, more: found.length - 1 };
  if (from === null) refuse('separation_violated', 'would_violate', values, { errors });
  refuse('separation_violated', 'would_violate_later', { ...values, from }, { errors });
}

/**
 * Describes the first violations. Includes what the principals would hold only if the caller may see all applications
 * involved.
 */
async function detailsOf(change: Change, found: readonly NewViolation[], mayName: MayName) {
  const shown = found.slice(0, limits.violationsTold.value);
  const rules = await namesOf(change, [...new Set(shown.map(({ separation }) => separation))]);
  const [holders = []] = await firstByName(change, [{ ids: shown.map(({ holder }) => holder) }], shown.length);
  const names = new Map(holders.map(({ id, name }) => [id, name]));
  const held = await heldAtInstants(change, shown, mayName);
  return shown.flatMap((it) => {
    const parts = held.get(it);
    if (!parts) return [];
    const elements = parts.flatMap((part) => part.elements.slice(0, 1));
    const ways = elements.map(({ name, paths: [path] }) => {
      const steps = [...(path?.groups ?? []), ...(path?.roles ?? [])].map((step) => step.name);
      return steps.filter((step) => step !== name).join(', ');
    });
    return {
      holder: names.get(it.holder) ?? '',
      separation: rules.get(it.separation) ?? '',
      things: elements.map(({ name }) => name),
      applications: elements.map(({ application }) => application.name),
      ways,
      from: it.from === null ? null : instantOf(change, it),
    };
  });
}

/**
 * Returns what the principals would hold when their violations begin. Leaves out violations with names that the caller
 * may not see.
 */
async function heldAtInstants(change: Change, shown: readonly NewViolation[], mayName: MayName) {
  const all = new Map<NewViolation, HeldPartOf[]>();
  const together = Map.groupBy(shown, (it) => instantOf(change, it));
  // Limits the steps, because a caller can repeat a refused change, and other changes wait for the writer lock
  // meanwhile.
  const steps = limits.pathStepsRefused.value / together.size;
  // The roles and their inclusions do not depend on the instant.
  const separations = [...new Set(shown.map(({ separation }) => separation))];
  const duties = await dutiesOf(change, storedRules(change, separations));
  for (const [at, those] of together) {
    const then = { ...change, at };
    const holders = those.map(({ holder }) => holder);
    const holdings = await holdingsOf(then, duties, holders, steps);
    const named: NewViolation[] = [];
    for (const it of those) {
      const first = (await holdings.held(it)).flatMap(({ elements }) => elements.slice(0, 1));
      if (mayName(first.map(({ application }) => application.id))) named.push(it);
    }
    const listed = await holdings.withPaths(named);
    for (const [place, it] of named.entries()) all.set(it, listed[place]?.held ?? []);
  }
  return all;
}

const instantOf = ({ at }: Change, { from }: NewViolation): string =>
  from === null ? at : new Date(Math.ceil(from / 1000)).toISOString();
