import { fault, refuse } from '../../refusal.ts';
import { findRound, listRounds, stopRound } from '../../store/invitations/rounds.ts';
import { beginPolicyRound } from '../../store/policy/mail-round.ts';
import { requireFreshSignIn } from '../credentials/fresh.ts';
import { requireRound } from '../invitations/read.ts';
import { refuseFields } from '../require.ts';
import { changing, reading } from '../use-case.ts';
import { requireMayPlan } from './may-plan.ts';
import { requireKnown } from './require-known.ts';

/** Mails the users whom a policy will affect. It takes the right to save that policy, and to see these users. */
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
