import { queueMail } from '../../mail/queue-mail.ts';
import type { MailData } from '../../mail/templates.ts';
import { fault, refuse } from '../../refusal.ts';
import { findRound, listRounds, stopRound, type Turn } from '../../store/invitations/rounds.ts';
import type { Connection, Database } from '../../store/kernel/database.ts';
import { newest } from '../../store/kernel/snapshot.ts';
import { listTouched, usersAmong } from '../../store/policy/plan.ts';
import { beginPolicyRound, policyOfRound } from '../../store/policy/policy.ts';
import { findUsers } from '../../store/users/users.ts';
import { requireFreshSignIn } from '../credentials/fresh.ts';
import { requireRound } from '../invitations/index.ts';
import { refuseFields } from '../require.ts';
import { changing, reading } from '../use-case.ts';
import { requireKnown, requireMayPlan } from './index.ts';

/** Mails the users whom a policy will affect. It requires the right to save that policy, and to see these users. */
export const mail = changing('policy.mail', async ({ change, access, caller, body }) => {
  requireMayPlan(access);
  if (caller.kind !== 'operator') await requireFreshSignIn(change, caller, 'reminders');
  const { policy, outcome, from } = body;
  await requireKnown(change, policy.secondFactor);
  if (from !== null && Date.parse(from) <= Date.parse(change.clock))
    refuseFields([fault({ pointer: '/from' }, 'time_over', {})]);
  const by = { madeBy: access.userId, byName: access.actor?.name ?? '' };
  const { id, total } = await beginPolicyRound(change, body, by);
  if (total === 0) refuse('wrong_state', 'outcome_without_users', {});
  change.record({
    action: 'policy.people_mailed',
    target: { kind: 'users', id: 'users', name: `${total} users` },
    after: { outcome, users: total, ...(from !== null && { from }) },
  });
  return { round: id };
});

export const mails = reading('policy.mails', async ({ snapshot }) => ({
  items: await listRounds(snapshot, 'policy'),
}));

export const stopMails = changing('policy.stopMails', async ({ change, params }) => {
  const before = await requireRound(change, params.round, 'policy');
  await findRound(change.connection, before.id, true);
  if (!(await stopRound(change, before.id))) refuse('wrong_state', 'round_done', {});
  const { names: _, ...after } = await requireRound(change, before.id, 'policy');
  const target = { kind: 'users', id: 'users', name: `${before.total} users` };
  change.record({ action: 'policy.mails_stopped', target, after: { sent: after.mails.sent, of: after.total } });
  return after;
});

/**
 * Returns the mails that tell users what a policy will require of them. Users who meet the requirements by now get no
 * mail.
 */
export async function policyTurnsOf(
  queue: { readonly database: Database; readonly connection: Connection; readonly clock: string },
  kept: unknown,
  people: readonly string[],
): Promise<Turn[]> {
  const { policy, outcome, from } = policyOfRound(kept);
  const snapshot = await newest(queue.database, queue.connection);
  const found = new Map((await findUsers(snapshot, people)).map((user) => [user.id, user]));
  const { items } = await listTouched(snapshot, policy, { limit: people.length }, { among: usersAmong(people) });
  const touched = new Map(items.map((item) => [item.user.id, item]));
  const turns: Turn[] = [];
  const alike = new Map<string, { readonly data: MailData['sign_in_rules']; readonly to: string[] }>();
  for (const user of people) {
    const [person, planned] = [found.get(user), touched.get(user)];
    if (!person) turns.push({ user, why: 'gone' });
    else if (!planned || (planned.reason === 'no_recovery' && outcome !== 'no_recovery'))
      turns.push({ user, why: 'settled' });
    else if (person.email === null) turns.push({ user, why: 'no_address' });
    else {
      const { reason, graceUntil } = planned;
      const data = { reason, graceUntil, from, ways: policy.ways };
      const key = JSON.stringify(data);
      const group = alike.get(key) ?? { data, to: [] };
      alike.set(key, group);
      group.to.push(user);
    }
  }
  for (const { data, to } of alike.values()) {
    const mails = await queueMail(queue, { to, template: 'sign_in_rules', data });
    for (const [place, user] of to.entries()) turns.push({ user, mail: mails[place] ?? '' });
  }
  return turns;
}
