import type { Calls, Ref } from '@licet/contract';
import { effectiveAccess } from '../../store/access/effective.ts';
import { change } from '../../store/kernel/change.ts';
import { later } from '../../store/kernel/instants.ts';
import { partsOf } from '../../store/requests/choices.ts';
import { actorOf } from '../actor.ts';
import { authorise } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { give, requireApprovable } from './approve.ts';
import { requestTarget } from './shown.ts';

/** What approving would change: it is done, what the person may do is compared by name, and it is undone. */
export const plan: Handler<Calls['requests']['plan']> = async (context, { params, body }) =>
  change(
    context.database,
    await actorOf(context),
    async (draft) => {
      const held = await authorise(draft, context.caller, 'requests.plan', params);
      const approval = await requireApprovable(draft, context, held, params.request, body);
      const { request, what, seconds } = approval;
      const before = await effectiveAccess(draft, request.user.id, request.appId);
      await give(draft, approval);
      const after = await effectiveAccess(draft, request.user.id, request.appId);
      draft.record({ action: 'request.approved', target: requestTarget(request) });
      const parts = request.asks.kind === 'role' ? await partsOf(draft, request.appId, request.asks.id) : [];
      return {
        gives: what,
        seconds,
        ends: later(draft.at, seconds),
        gains: {
          everything: after.admin && !before.admin,
          roles: beyond(before.roles, after.roles),
          permissions: beyond(before.permissions, after.permissions),
        },
        keeps: { roles: before.roles.length, permissions: before.permissions.length },
        choices: [request.asks, ...parts],
      };
    },
    true,
  );

function beyond(before: readonly Ref[], after: readonly Ref[]): Ref[] {
  const had = new Set(before.map(({ id }) => id));
  return after.filter(({ id }) => !had.has(id));
}
