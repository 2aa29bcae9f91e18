import { limits } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';

/** A request whose approvers are reminded, and how often they were. */
export interface WaitingRequest {
  readonly id: string;
  readonly times: number;
}

/** Marks some waiting requests as reminded and returns them; no other process gets them today. */
export async function takeWaiting({ connection, at, clock }: Snapshot, most: number): Promise<WaitingRequest[]> {
  const before = later(clock, -limits.requestRemindEvery.value);
  const { rows } = await connection.query<WaitingRequest>(sql`
    insert into request_reminders as r (request_id, told_at, times)
    select x.id, ${clock}, 1 from requests x left join request_reminders told on told.request_id = x.id
    where ${present('x')} and x.state = 'pending' and x.lapses_at > ${at} and coalesce(told.told_at, x.asked_at) <= ${before}
    order by x.asked_at, x.id limit ${most}
    on conflict (request_id) do update set told_at = excluded.told_at, times = r.times + 1 where r.told_at <= ${before}
    returning request_id as id, times`);
  return rows;
}
