import {
  type InvitationRound,
  type InvitationRoundNamed,
  limits,
  type MailLanguage,
  type NotInvited,
  type UserFilter,
} from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { queueJobs } from '../jobs/jobs.ts';
import type { Change } from '../kernel/change.ts';
import { newId } from '../kernel/ids.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Queryable } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { join, type Sql, sql } from '../kernel/sql.ts';
import { usersWhere } from '../users/list.ts';
import { openInvitation } from '../users/users.ts';

/** The kind of the job that continues a round. */
export const roundJob = 'invitation round';

export interface NewRound {
  readonly filter: UserFilter;
  readonly language: MailLanguage | undefined;
  /** Whether users who already have an invitation get a new one. */
  readonly again: boolean;
  /** The links are valid only while this user has the right to invite; null for the operator. */
  readonly madeBy: string | null;
  readonly byName: string;
}

/**
 * Starts a round: stores the users who match the filter and have not signed in yet, and queues the job that invites
 * them. Returns their number.
 * @throws Refusal `too_large`
 */
export async function beginRound(change: Change, round: NewRound): Promise<{ id: string; total: number }> {
  const { connection, clock, at } = change;
  const { filter, language, again, madeBy, byName } = round;
  const id = newId();
  const where = join([...(await usersWhere(change, filter)), sql`u.status = 'invited'`], ' and ');
  await connection.query(sql`
    insert into invitation_rounds (id, made_by, by_name, language, started_at)
    values (${id}, ${madeBy}, ${byName}, ${language ?? null}, ${clock})`);
  const most = limits.invitationsInRound.value;
  const already = again ? sql`` : sql`when ${openInvitation(at)} then 'already'`;
  const { rowCount } = await connection.query(sql`
    insert into invitation_round_users (round_id, place, user_id, outcome)
    select ${id}::uuid, row_number() over (order by ${inNameOrder(sql`u.name`)}, u.id), u.id, case when u.email is null then 'no_address' ${already} end
    from users u where ${where} limit ${most + 1}`);
  const total = rowCount ?? 0;
  if (total > most) refuse('too_large', 'invitations_too_many', { most });
  await queueJobs(change, roundJob, [{ round: id }]);
  return { id, total };
}

/** A round in the state in which a job continues it. */
export interface RoundToCarryOn {
  readonly madeBy: string | null;
  readonly language: MailLanguage | null;
  readonly startedAt: string;
  readonly stopped: boolean;
  /** The stored policy mailing; null for a round of invitations. */
  readonly policy: unknown;
}

/** The round with that id. With `hold`, its row stays locked until the transaction ends. */
export async function findRound(connection: Queryable, id: string, hold = false): Promise<RoundToCarryOn | undefined> {
  const { rows } = await connection.query<RoundToCarryOn>(sql`
    select made_by as "madeBy", language, started_at as "startedAt", stopped_at is not null as stopped, policy
    from invitation_rounds where id = ${id} ${hold ? sql`for update` : sql``}`);
  return rows[0];
}

/** The next users of a round, at most `most`. */
export async function nextOfRound(connection: Queryable, id: string, most: number): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(sql`
    select user_id as id from invitation_round_users where round_id = ${id} and outcome is null order by place limit ${most}`);
  return rows.map(({ id: user }) => user);
}

/** The result for one user: a queued mail, or why there is none. */
export type Turn = { readonly user: string } & ({ readonly mail: string } | { readonly why: NotInvited });

export async function noteTurns(connection: Queryable, id: string, turns: readonly Turn[]): Promise<void> {
  const users = turns.map(({ user }) => user);
  const outcomes = turns.map((turn) => ('mail' in turn ? 'queued' : turn.why));
  const mails = turns.map((turn) => ('mail' in turn ? turn.mail : null));
  await connection.query(sql`
    update invitation_round_users r set outcome = t.outcome, mail_id = t.mail
    from unnest(${users}::uuid[], ${outcomes}::text[], ${mails}::uuid[]) as t (user_id, outcome, mail)
    where r.round_id = ${id} and r.user_id = t.user_id and r.outcome is null`);
}

/** Stops a round: remaining users get no mail, and queued mails are not sent. False if it had ended. */
export async function stopRound({ connection, clock }: Change, id: string): Promise<boolean> {
  const left = await connection.query(
    sql`update invitation_round_users set outcome = 'stopped' where round_id = ${id} and outcome is null`,
  );
  const dropped = await connection.query<{ user_id: string }>(sql`
    update mails set state = 'dropped', dropped = 'withdrawn', changed_at = ${clock}
    where id in (select mail_id from invitation_round_users where round_id = ${id}) and state in ('waiting', 'held') returning user_id`);
  if ((left.rowCount ?? 0) + dropped.rows.length === 0) return false;
  // An attempt to send a mail creates its link, so the links of attempted mails are deleted.
  await connection.query(sql`
    delete from password_links where kind = 'invitation' and user_id = any(${dropped.rows.map((row) => row.user_id)}::uuid[])`);
  await connection.query(sql`update invitation_rounds set stopped_at = ${clock} where id = ${id}`);
  return true;
}

/** The kind of a round: invitations, or mails to users whom a sign-in policy affects. */
export type RoundOf = 'invitations' | 'policy';

const among = (of: RoundOf) => (of === 'policy' ? sql`policy is not null` : sql`policy is null`);

/** The newest rounds, each with its progress. */
export const listRounds = (snapshot: Snapshot, of: RoundOf): Promise<InvitationRound[]> =>
  rounds(snapshot, sql`select * from invitation_rounds where ${among(of)} order by started_at desc, id desc limit 20`);

/** A round with the first of the users who get no mail. */
export async function roundNamed(
  snapshot: Snapshot,
  of: RoundOf,
  id: string,
): Promise<InvitationRoundNamed | undefined> {
  const [found] = await rounds(snapshot, sql`select * from invitation_rounds where id = ${id} and ${among(of)}`);
  if (!found) return undefined;
  const { rows } = await snapshot.connection.query<{ user: { id: string; name: string }; why: NotInvited }>(sql`
    select json_build_object('id', r.user_id, 'name', coalesce(u.name, r.user_id::text)) as user, r.outcome as why
    from invitation_round_users r left join lateral (
      select n.name from users n where n.id = r.user_id order by n.no_to desc limit 1
    ) u on true
    where r.round_id = ${id} and r.outcome <> 'queued' order by r.place limit ${limits.importErrorsShown.value}`);
  return { ...found, names: rows };
}

async function rounds({ connection }: Snapshot, which: Sql): Promise<InvitationRound[]> {
  const { rows } = await connection.query<Omit<InvitationRound, 'state'> & { readonly stopped: boolean }>(sql`
    select i.id, i.started_at as "startedAt", i.by_name as by, i.stopped_at is not null as stopped, c.*, s.skipped
    from (${which}) i
    cross join lateral (
      select count(*)::int as total, count(r.outcome)::int as looked, count(r.mail_id)::int as queued,
        json_build_object(
          'waiting', count(*) filter (where m.state = 'waiting'), 'held', count(*) filter (where m.state = 'held'),
          'sent', count(*) filter (where m.state = 'sent'), 'failed', count(*) filter (where m.state = 'failed'),
          'dropped', count(*) filter (where m.state = 'dropped')
        ) as mails
      from invitation_round_users r left join mails m on m.id = r.mail_id where r.round_id = i.id
    ) c
    cross join lateral (
      select coalesce(json_agg(json_build_object('why', g.outcome, 'count', g.count) order by g.outcome), '[]') as skipped from (
        select r.outcome, count(*)::int as count from invitation_round_users r
        where r.round_id = i.id and r.outcome <> 'queued' group by r.outcome
      ) g
    ) s
    order by i.started_at desc, i.id desc`);
  return rows.map(({ stopped, ...round }) => ({
    ...round,
    state: stopped ? 'stopped' : round.looked < round.total ? 'under_way' : 'done',
  }));
}

/** The ids of users who match a filter and have not signed in yet, by name; at most `most`. */
export async function chosenBy(snapshot: Snapshot, filter: UserFilter, most: number): Promise<string[]> {
  const where = join([...(await usersWhere(snapshot, filter)), sql`u.status = 'invited'`], ' and ');
  const { rows } = await snapshot.connection.query<{ id: string }>(
    sql`select u.id from users u where ${where} order by ${inNameOrder(sql`u.name`)}, u.id limit ${most}`,
  );
  return rows.map(({ id }) => id);
}
