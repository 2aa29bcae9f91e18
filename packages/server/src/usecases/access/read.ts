import { readBasis, readPermissionBasis } from '../../store/access/basis.ts';
import { decide as decideIn } from '../../store/access/decide.ts';
import { holders as holdersIn } from '../../store/access/holders.ts';
import { noApplication } from '../authorise.ts';
import { reading } from '../use-case.ts';
import { accessOf } from './explain.ts';
import { decisions, refuseUnlisted, requireBoth } from './subjects.ts';

/** Effective access of a user, with the path of each item. */
export const get = reading('access.get', async ({ snapshot, params, query, issuer }) => {
  const asked = { application: params.application, party: params.user };
  return accessOf(snapshot, issuer, requireBoth(await readBasis(snapshot, asked), asked), query);
});

/** One decision, explained. A name outside the catalogue is decided too: only the role admin permits it. */
export const decide = reading('access.decide', async ({ snapshot, params, query }) => {
  const asked = { application: params.application, party: query.user, permission: query.permission };
  const decided = requireBoth(await decideIn(snapshot, asked), asked);
  decisions.publish({ permitted: decided.permitted });
  return decided;
});

/**
 * The holders of a permission. A name outside the catalogue is refused: only holders of the role admin would be
 * listed.
 */
export const holders = reading('access.holders', async ({ snapshot, params, query }) => {
  const basis = await readPermissionBasis(snapshot, { ...params, permission: query.permission });
  if (basis === 'application') return noApplication(params.application);
  const permission = basis.permission ?? (await refuseUnlisted(snapshot, basis.application, query.permission));
  const page = await holdersIn(snapshot, { ...basis, permission }, query);
  return { ...page, at: snapshot.at, version: snapshot.no, known: true };
});
