import type { Ref } from '@licet/contract';
import { effectiveAccess } from '../../store/access/effective.ts';
import { later } from '../../store/kernel/instants.ts';
import { partsOf } from '../../store/requests/choices.ts';
import { drafting } from '../use-case.ts';
import { give, requireApprovable } from './approve.ts';
import { requestTarget } from './shown.ts';

/** What approving would change: it is done, what the person may do is compared by name, and it is undone. */
export const plan = drafting('requests.plan', async ({ change, access, params, body, caller }) => {
  const approval = await requireApprovable(change, caller, access, params.request, body);
  const { request, what, seconds } = approval;
  const before = await effectiveAccess(change, request.user.id, request.appId);
  await give(change, approval);
  const after = await effectiveAccess(change, request.user.id, request.appId);
  change.record({ action: 'request.approved', target: requestTarget(request) });
  const parts = request.asks.kind === 'role' ? await partsOf(change, request.appId, request.asks.id) : [];
  return {
    gives: what,
    seconds,
    ends: later(change.at, seconds),
    gains: {
      everything: after.admin && !before.admin,
      roles: beyond(before.roles, after.roles),
      permissions: beyond(before.permissions, after.permissions),
    },
    keeps: { roles: before.roles.length, permissions: before.permissions.length },
    choices: [request.asks, ...parts],
  };
});

function beyond(before: readonly Ref[], after: readonly Ref[]): Ref[] {
  const had = new Set(before.map(({ id }) => id));
  return after.filter(({ id }) => !had.has(id));
}
