import type { Ref } from '@licet/contract';
import { effectiveAccess } from '../../store/access/effective.ts';
import type { Change } from '../../store/kernel/change.ts';
import { later } from '../../store/kernel/instants.ts';
import { partsOf } from '../../store/roles/parts.ts';
import { alone } from '../plans/one-at-a-time.ts';
import { type Asked, answering, draftAs } from '../use-case.ts';
import { give, requireApprovable, startOf } from './approve.ts';

/** What approving would change: the grant is made on a draft, and the user's access is compared by name. */
export const plan = answering('requests.plan', (asked) => alone(asked, () => draftAs('requests.plan', asked, planned)));

async function planned({ change, access, params, body, caller }: Asked<'requests.plan'> & { readonly change: Change }) {
  const approval = await requireApprovable(change, caller, access, params.request, body);
  const { request, what, seconds } = approval;
  // A renewal changes nothing before the renewed grant has ended, so access is compared at that instant.
  const then = { ...change, at: await startOf(change, approval) };
  const before = await effectiveAccess(then, request.user.id, request.appId);
  const grant = await give(change, approval);
  const after = await effectiveAccess(then, request.user.id, request.appId);
  const asks = request.votes.at(-1)?.what ?? request.asks;
  const parts = asks.kind === 'role' ? await partsOf(change, request.appId, asks.id) : [];
  return {
    gives: what,
    seconds,
    starts: grant.starts,
    ends: grant.ends ?? later(change.at, seconds),
    stillNeeded: approval.missing - 1,
    gains: {
      everything: after.admin && !before.admin,
      roles: beyond(before.roles, after.roles),
      permissions: beyond(before.permissions, after.permissions),
    },
    keeps: { roles: before.roles.length, permissions: before.permissions.length },
    choices: [asks, ...parts],
  };
}

function beyond(before: readonly Ref[], after: readonly Ref[]): Ref[] {
  const had = new Set(before.map(({ id }) => id));
  return after.filter(({ id }) => !had.has(id));
}
