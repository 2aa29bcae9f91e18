import type { Actor, EventAction } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';

/** The part of a change that a revert needs. */
export interface ChainedEvent {
  readonly no: number;
  readonly action: EventAction;
  readonly actor: Actor;
  readonly target: { readonly kind: string; readonly name: string };
  /**
   * Whether this event of an older version handed over reviews, which then had no events of their own. Newer events
   * count the lines (`lines`).
   */
  readonly reviews: boolean;
}

type AskedWhole = { readonly plan: number | string } | { readonly event: number };

/** The changes to revert. Instants are ISO 8601. */
export type AskedEvents = AskedWhole | { readonly by: string; readonly from: string; readonly to: string };

/** Returns the changes to revert, earliest first, without the final event of a change set. Empty if nothing matches. */
export async function askedEvents({ connection }: Snapshot, asked: AskedEvents, most: number): Promise<ChainedEvent[]> {
  const { rows } = await connection.query<EventRow>(
    sql`select ${columns} from change c where ${conditionOf(asked)} order by c.no limit ${most}`,
  );
  return rows.map(eventOf);
}

export async function eventsByNumber(
  { connection }: Snapshot,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, ChainedEvent>> {
  const { rows } = await connection.query<EventRow>(
    sql`select ${columns} from change c where c.no = any(${numbers}::int8[])`,
  );
  return new Map(rows.map((row) => [row.no, eventOf(row)]));
}

function conditionOf(asked: AskedEvents): Sql {
  if ('by' in asked)
    return sql`c.actor_id = ${asked.by} and c.at >= ${asked.from}::timestamptz and c.at < ${asked.to}::timestamptz and c.action <> 'plan.applied'`;
  const whole = named(asked);
  // The final event of a change set represents the whole set.
  return sql`c.no between
    (select case when c.action = 'plan.applied' then (c.after->>'first')::int8 else c.no end from change c where ${whole})
    and (select case when c.action = 'plan.applied' then c.no - 1 else c.no end from change c where ${whole})`;
}

/** The change number of the final event of a change set, or of a single event. */
export async function wholeOf({ connection }: Snapshot, asked: AskedWhole): Promise<number | undefined> {
  const { rows } = await connection.query<{ no: number }>(sql`select c.no from change c where ${named(asked)}`);
  return rows[0]?.no;
}

function named(asked: AskedWhole): Sql {
  if ('event' in asked) return sql`c.no = ${asked.event}`;
  if (typeof asked.plan === 'number') return sql`c.no = ${asked.plan} and c.action = 'plan.applied'`;
  return sql`c.no = (
    select p.no from change p where p.action = 'plan.applied' and p.target_id = ${asked.plan} order by p.no desc limit 1)`;
}

interface EventRow {
  readonly no: number;
  readonly action: EventAction;
  readonly actor_kind: Actor['kind'];
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly target_kind: string;
  readonly target_name: string;
  readonly reviews: boolean;
}

const columns = sql`c.no, c.action, c.actor_kind, c.actor_id, c.actor_name, c.target_kind, c.target_name,
  c.action = 'user.handed_over' and c.after -> 'reviews' ->> 0 is not null and c.after -> 'lines' is null as reviews`;

const eventOf = (row: EventRow): ChainedEvent => ({
  no: row.no,
  action: row.action,
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  target: { kind: row.target_kind, name: row.target_name },
  reviews: row.reviews,
});
