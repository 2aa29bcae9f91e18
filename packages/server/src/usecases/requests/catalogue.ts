import type { AskableRole } from '@licet/contract';
import { heldBy, listAskable } from '../../store/requests/catalogue.ts';
import { leftOf, nobody, poolsOf, stillAble } from '../../store/requests/pools.ts';
import { onlyApplication, requireOwnApplication } from '../authorise.ts';
import { callerId } from '../context.ts';
import { reading } from '../use-case.ts';

const shown = 5;

/**
 * The roles that the caller can request: in the token's application, or in every application that they have access to
 * or may see.
 */
export const catalogue = reading('requests.catalogue', async ({ snapshot, access, query, caller }) => {
  const userId = callerId(caller);
  const { application: asked, ...page } = query;
  if (asked !== undefined) requireOwnApplication(caller, asked);
  const only = onlyApplication(caller);
  const application = only ?? asked;
  const audience = 'audience' in caller ? [caller.audience] : [];
  const sees = access.can('applications.read') ? 'all' : [...access.owns, ...audience];
  const held = await heldBy(snapshot, userId);
  const found = await listAskable(snapshot, { ...page, userId, held, sees, application });
  const applications = [...new Set(found.items.map(({ appId }) => appId))];
  const owning = applications.map((appId) => ({ appId, approvers: 'owners' as const }));
  const pools = await poolsOf(snapshot, [...owning, ...found.items], [userId], null);
  const out = new Set([userId]);
  const items = found.items.map(({ appId, approvers, needed, ...item }, index): AskableRole => {
    const owners = pools.of[applications.indexOf(appId)] ?? nobody;
    const looking = leftOf(owners, out).total > 0 ? owners : pools.administrators;
    const named = approvers === 'owners' ? looking : (pools.of[owning.length + index] ?? nobody);
    const { first, total } = stillAble({ approvers, missing: needed }, named, looking, out).able;
    return {
      ...item,
      deciders: first.slice(0, shown),
      deciderCount: total,
      usualSeconds: pools.usual.get(appId) ?? null,
    };
  });
  return { ...found, items };
});
