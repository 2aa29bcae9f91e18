import { mailIsOn } from '../../mail/mail-server.ts';
import { refuse } from '../../refusal.ts';
import { readBasis } from '../../store/access/basis.ts';
import { catalogueOf } from '../../store/applications/catalogue.ts';
import { hasPassword } from '../../store/credentials/passwords.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { endSession as end, listSessions } from '../../store/sign-in/sessions.ts';
import { listSignIns, logSignIn } from '../../store/sign-in/sign-ins.ts';
import { addressUnderWay } from '../../store/users/addresses.ts';
import { updateUser } from '../../store/users/users.ts';
import { accessOf } from '../access/explain.ts';
import { requireBoth } from '../access/subjects.ts';
import { accessSummaries } from '../access/summaries.ts';
import { noApplication, onlyApplication } from '../authorise.ts';
import { callerId } from '../context.ts';
import { requireAskable } from '../requests/askable.ts';
import { requireUser, requireVersion } from '../require.ts';
import { userTarget } from '../targets.ts';
import { answering, changing, reading } from '../use-case.ts';

export const get = reading('me.get', async ({ snapshot, access, caller, mailer }) => {
  const user = await requireUser(snapshot, callerId(caller));
  const { roles, permissions, owns } = access;
  return {
    user,
    roles: [...roles],
    permissions: [...permissions],
    owns: [...owns],
    hasPassword: await hasPassword(snapshot.connection, user.id),
    emailUnderWay: await addressUnderWay(snapshot.connection, user.id, snapshot.clock),
    sendsMail: await mailIsOn(snapshot.connection, mailer?.fromEnvironment !== undefined),
  };
});

export const update = changing('me.update', async ({ change, body, caller, ifMatch }) => {
  const before = await requireUser(change, callerId(caller));
  requireVersion(before, ifMatch);
  const after = await updateUser(change, before, { name: body.name });
  change.record({
    action: 'user.changed',
    target: userTarget(after),
    before: { name: before.name },
    after: { name: after.name },
  });
  return after;
});

export const access = reading('me.access', async ({ snapshot, caller, issuer }) => ({
  items: await accessSummaries(snapshot, issuer, callerId(caller)),
}));

/**
 * The caller's own access in an application in which they have any, or that the token is for; others do not exist for
 * callers who may not see them.
 */
export const accessIn = reading('me.accessIn', async ({ snapshot, params, query, caller, issuer }) => {
  const asked = { application: params.application, party: callerId(caller) };
  const basis = requireBoth(await readBasis(snapshot, asked), asked);
  const mine = await accessOf(snapshot, issuer, basis, query);
  const hasAny = mine.roles.length > 0 || mine.permissions.total > 0;
  const id = basis.application.key;
  if (hasAny || onlyApplication(caller) === id) return mine;
  const summaries = await accessSummaries(snapshot, issuer, basis.party.id);
  return summaries.some(({ application }) => application.id === id) ? mine : noApplication(id);
});

/** All permission names of an application that can be requested there. */
export const catalogue = reading('me.catalogue', async ({ snapshot, access, params, caller }) => {
  const { factId, id } = await requireAskable(snapshot, caller, access, params.application);
  return { application: id, version: snapshot.no, ...(await catalogueOf(snapshot, factId)) };
});

export const sessions = reading('me.sessions', async ({ snapshot, caller }) => {
  const current = caller.kind === 'user' ? caller.sessionId : null;
  return { items: await listSessions(snapshot, callerId(caller), current) };
});

export const signIns = reading('me.signIns', ({ snapshot, query, caller }) =>
  listSignIns(snapshot, { ...query, userId: callerId(caller) }),
);

/** Signs out one of the caller's own browsers; another user's does not exist. */
export const endSession = answering('me.endSession', async ({ params, database, caller, origin }) => {
  const userId = callerId(caller);
  const from = caller.kind === 'user' && caller.sessionId === params.session ? 'itself' : 'elsewhere';
  if (!(await end(database, userId, params.session, from))) refuse('not_found', 'session_unknown', {});
  const { address, agent } = origin;
  const line = { userId, outcome: 'signed_out', client: null, address, agent } as const;
  await logSignIn(poolOf(database), line, await readClock(database));
});
