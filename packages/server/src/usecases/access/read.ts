import { decide as decideIn } from '../../store/access/decide.ts';
import { holders as holdersIn } from '../../store/access/holders.ts';
import { reading } from '../use-case.ts';
import { decisions } from './decisions.ts';
import { accessOf } from './explain.ts';
import { requireListed, requireParty, requireSubject } from './subjects.ts';

/** Effective access of a user, with the path of each item. */
export const get = reading('access.get', async ({ snapshot, params, query, issuer }) => {
  const application = await requireSubject(snapshot, params.application);
  const user = await requireParty(snapshot, params.user);
  return accessOf(snapshot, issuer, user, application, query);
});

/** One decision, explained. A name outside the catalogue is decided too: the role admin permits it, nothing else does. */
export const decide = reading('access.decide', async ({ snapshot, params, query }) => {
  const application = await requireSubject(snapshot, params.application);
  const user = await requireParty(snapshot, query.user);
  const decided = await decideIn(snapshot, user, application, query.permission);
  decisions.publish({ permitted: decided.permitted });
  return decided;
});

/** Who holds a permission. A name outside the catalogue is refused: only holders of the role admin would be listed. */
export const holders = reading('access.holders', async ({ snapshot, params, query }) => {
  const application = await requireSubject(snapshot, params.application);
  const permission = await requireListed(snapshot, application, query.permission);
  const page = await holdersIn(snapshot, application, permission, query);
  return { ...page, at: snapshot.at, version: snapshot.no, known: true };
});
