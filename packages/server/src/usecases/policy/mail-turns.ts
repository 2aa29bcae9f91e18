import { queueMail } from '../../mail/queue-mail.ts';
import type { MailData } from '../../mail/templates.ts';
import type { Turn } from '../../store/invitations/rounds.ts';
import type { Connection, Database } from '../../store/kernel/database.ts';
import { newest } from '../../store/kernel/snapshot.ts';
import { policyOfRound } from '../../store/policy/mail-round.ts';
import { listTouched, usersAmong } from '../../store/policy/plan.ts';
import { findUsers } from '../../store/users/users.ts';

/** Mails users what a policy will require of them, as of now: users who have set up what was missing get no mail. */
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
