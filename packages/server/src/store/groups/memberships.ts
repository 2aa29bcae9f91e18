import type { Principal, Ref } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, insertFact } from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { asRecorded, walkOf, withWalks } from '../walk/walk.ts';

/** A group of a user: directly, or through nested groups (`via`, nearest first). */
export interface GroupOfUser {
  readonly group: Ref;
  readonly direct: boolean;
  readonly via: Ref[];
  readonly since: string | null;
}

/** Puts a user or a group into a group. @throws Refusal `already_exists`, `cycle` */
export async function insertMembership(change: Change, groupId: string, member: Principal): Promise<void> {
  await insertFact(change, 'memberships', { group_id: groupId, member_id: member.id, member_kind: member.kind });
}

/** Ends a membership. False if there was none. */
export async function endMembership(change: Change, groupId: string, memberId: string): Promise<boolean> {
  return (await endFacts(change, 'memberships', { group_id: [groupId], member_id: [memberId] })) > 0;
}

/** The groups of a user, each once, with the shortest path. */
export async function groupsOfUser(snapshot: Snapshot, userId: string): Promise<GroupOfUser[]> {
  const { connection, at } = snapshot;
  const walk = walkOf(snapshot);
  const { rows } = await connection.query<Step>(sql`
    ${withWalks(walk.groupsAbove('above', sql`select ${userId}::uuid`))}
    select m.member_id as "from", g.id, g.name, coalesce(c.at, ${at}) as since
    from above a join memberships m on m.member_id = a.id and ${walk.counts('m')}
    join groups g on g.id = m.group_id and ${walk.counts('g')} left join change c on c.no = m.no_from
    order by ${inNameOrder(sql`g.name`)}, g.id`);
  const steps = Map.groupBy(rows, (step) => step.from);
  const found = new Map<string, GroupOfUser>();
  let reached: { id: string; via: Ref[] }[] = [{ id: userId, via: [] }];
  while (reached.length > 0) {
    const next: typeof reached = [];
    for (const { id, via } of reached) {
      for (const step of steps.get(id) ?? []) {
        if (found.has(step.id)) continue;
        const direct = id === userId;
        const group = { id: step.id, name: step.name };
        found.set(step.id, { group, direct, via, since: direct ? step.since : null });
        next.push({ id: step.id, via: [group, ...via] });
      }
    }
    reached = next;
  }
  return [...found.values()];
}

/** The ids of a group and of every group above it: all groups that its members belong to. */
export const groupAndAbove = (snapshot: Snapshot, groupId: string): Promise<string[]> =>
  groupsAndAbove(snapshot, [groupId]);

/** The same for several groups, each once. */
export async function groupsAndAbove({ connection, at }: Snapshot, groups: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    sql`${withWalks(asRecorded(at).groupsAbove('above', sql`select unnest(${groups}::uuid[])`))} select id from above`,
  );
  return rows.map(({ id }) => id);
}

interface Step extends Ref {
  readonly from: string;
  readonly since: string;
}
