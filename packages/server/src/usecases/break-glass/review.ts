import { queueMail } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { closeUse, listUses } from '../../store/break-glass/uses.ts';
import { endGrant, findGrant } from '../../store/grants/grants.ts';
import { requireMayGrant } from '../may-give.ts';
import { requireVersion } from '../require.ts';
import { changing, reading } from '../use-case.ts';
import { requireSeen, requireUse, shownUse, sightOf, useTarget } from './use.ts';

export const list = reading('breakGlass.list', async ({ snapshot, access, query }) => {
  const found = await listUses(snapshot, { ...query, sight: sightOf(access) });
  return { ...found, items: found.items.map((use) => shownUse(use, access)) };
});

/** Another user reviews whether the use was justified. If not, the grant ends in the same change. */
export const review = changing('breakGlass.review', async ({ change, access, params, body, ifMatch }) => {
  const before = await requireSeen(change, access, params.use);
  // The taker may have the program's secret.
  if (change.actor.kind === 'client') refuse('people_only', 'emergency_reviews', {});
  if (before.user.id === access.userId) refuse('own_use', 'emergency_own', { role: before.role.name });
  if (before.applicationExists) requireMayGrant(access, before.application.id);
  requireVersion(before, ifMatch);
  if (before.state !== 'unreviewed')
    refuse('wrong_state', 'emergency_reviewed', { user: before.user.name, role: before.role.name });
  await closeUse(change, before.id, { found: body.found, by: access.userId });
  const grant = await findGrant(change, before.appId, before.grant);
  const ends = body.found === 'objected' && grant?.state === 'active';
  if (ends) await endGrant(change, before.grant);
  const after = await requireUse(change, before.id);
  change.record({
    action: 'break_glass.reviewed',
    application: before.application.id,
    target: useTarget(after),
    before: { state: before.state },
    after: { state: after.state, note: body.note, grantEnded: ends },
  });
  await queueMail(change, {
    to: [before.user.id],
    template: 'break_glass_reviewed',
    data: {
      justified: body.found === 'justified',
      ended: ends,
      role: before.role.title || before.role.name,
      application: before.application.name,
      by: change.actor.kind === 'user' ? change.actor.name : null,
      note: body.note,
    },
  });
  return shownUse(after, access);
});
