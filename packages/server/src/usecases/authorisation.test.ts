import {
  type Call,
  type CallId,
  callList,
  calls,
  type LicetPermission,
  licetPermissions,
  licetRoles,
} from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAuditKey } from '../audit/audit-keys.ts';
import { programOf } from '../live/live.testing.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from './context.ts';
import { anonymous, callerOf, operator, secrets, type TestInput, type TestLicet, testLicet } from './testing.ts';
import { buildWorld, type World } from './testing.world.ts';

let licet: TestLicet;
let world: World;
const callers = new Map<string, Caller>();

const foreign = 'admin, with the token of another application';
const program = 'a program of another application';

// The Licet permissions of each caller, repeated here so that the expectation is independent of the code under test.
const holds: Readonly<Record<string, readonly LicetPermission[]>> = {
  anonymous: [],
  member: [],
  'owner of another application': [],
  owner: [],
  auditor: licetRoles.auditor?.permissions ?? [],
  'user-manager': licetRoles['user-manager']?.permissions ?? [],
  'help-desk': licetRoles['help-desk']?.permissions ?? [],
  'application-manager': licetRoles['application-manager']?.permissions ?? [],
  admin: Object.keys(licetPermissions) as LicetPermission[],
  [foreign]: Object.keys(licetPermissions) as LicetPermission[],
  [program]: [],
};

beforeAll(async () => {
  licet = await testLicet();
  await ensureAuditKey({ database: licet.database, secrets });
  callers.set('anonymous', anonymous).set('admin', licet.admin);
  callers.set('member', await licet.user()).set('owner of another application', (await licet.owned()).owner);
  for (const role of ['auditor', 'user-manager', 'help-desk', 'application-manager'])
    callers.set(role, await licet.user(...(holds[role] ?? [])));
  callers.set('owner', await licet.user());
  callers.set(foreign, callerOf(licet.admin.userId, (await licet.owned()).key));
  callers.set(program, programOf((await licet.owned()).key));
  world = await freshWorld();
});
afterAll(() => licet.close());

describe.each(Object.keys(holds))('attack 32, calls with another user’s ids, as %s', (who) => {
  test.each(callList.filter(([, { access }]) => access.kind !== 'anyone'))('%s', async (id, definition) => {
    const caller = callers.get(who) ?? anonymous;
    const outcome = await outcomeOf(id, caller, world.inputs(id));
    if (outcome === 'ok' && definition.method !== 'GET') world = await freshWorld();
    expect(outcome).toBe(expectation(who, id, definition));
  });
});

describe('the operator, through the socket', () => {
  test('may make every call', async () => {
    for (const [id, { access, method }] of callList) {
      if (access.kind === 'anyone' || access.kind === 'serviceToken' || id.startsWith('me.')) continue;
      if (isAboutOneself(id)) continue;
      const outcome = await outcomeOf(id, operator, world.inputs(id));
      const expected = notSetUp.includes(id) ? 'wrong_state' : ofNoPlan.includes(id) ? 'not_found' : 'ok';
      expect(outcome, id).toBe(byDigest.includes(id) ? ofPlan(expected) : expected);
      if (outcome === 'ok' && method !== 'GET') world = await freshWorld();
    }
  });

  test('is refused by calls that require a user or a program', async () => {
    for (const id of ['me.get', 'me.decision', 'me.decisions', 'live.changes', 'live.version', 'requests.ask'] as const)
      expect(await licet.outcome(id, operator, world.inputs(id)), id).toBe('unauthenticated');
    for (const id of ['live.cutOffs', 'usage.report'] as const)
      expect(await licet.outcome(id, operator, world.inputs(id)), id).toBe('not_a_service');
  });
});

test('a missing and a hidden application get the same refusal', async () => {
  const member = callers.get('member') ?? anonymous;
  for (const [id, { access }] of callList) {
    if (access.kind !== 'permissionOrOwner') continue;
    const input = world.inputs(id);
    const hidden = await refusalOf(id, member, input);
    const missing = await refusalOf(id, member, { ...input, params: { ...input.params, application: 'nowhere' } });
    const blank = (text: string | undefined, key: string | undefined) => text?.replaceAll(key ?? '', '…');
    expect(blank(missing?.message, 'nowhere'), id).toBe(blank(hidden?.message, world.key));
    expect(missing?.problem.code, id).toBe('not_found');
  }
});

test('a refusal names the missing permission', async () => {
  const refusal = await refusalOf('users.list', callers.get('member') ?? anonymous, {});
  expect(refusal?.problem).toMatchObject({ code: 'forbidden', permission: 'users.read' });
});

test('attack 33: suspending or deleting a user, or revoking a grant, takes effect immediately', async () => {
  const reader = await licet.user('users.read');
  expect(await licet.outcome('users.list', reader)).toBe('ok');
  await licet.call('users.suspend', licet.admin, { params: { user: reader.userId } });
  expect(await licet.outcome('users.list', reader)).toBe('unauthenticated');
  expect(await licet.outcome('me.get', reader)).toBe('unauthenticated');
  const gone = await licet.user('users.read');
  await licet.call('users.remove', licet.admin, { params: { user: gone.userId } });
  expect(await licet.outcome('users.list', gone)).toBe('unauthenticated');
  const other = await licet.user('users.read');
  const { items } = await licet.call('users.grants', licet.admin, { params: { user: other.userId } });
  await licet.call('grants.revoke', licet.admin, { params: { application: 'licet', grant: items[0]?.id ?? '' } });
  expect(await licet.outcome('users.list', other)).toBe('forbidden');
});

// The right to manage groups or users is not enough if the group or the user has access (attack 30).
const givesAccess: readonly CallId[] = [
  'groups.remove',
  'groups.addMember',
  'groups.removeMember',
  'users.passwordLink',
  'users.resetCredentials',
  'users.handOver',
];

/** Calls that need more than their permission: erasing a person, and exporting all of a person's data. */
const forAdministrators: readonly CallId[] = ['users.erasurePlan', 'users.erase', 'users.data'];

/** These calls ask for change 1, which is not a plan. */
const ofNoPlan: readonly CallId[] = ['plans.getApplied', 'plans.appliedEffects', 'plans.appliedEvents'];

const selfOutcomes: Partial<Record<CallId, string>> = {
  'plans.holders': 'plan_moved',
  ...Object.fromEntries(ofNoPlan.map((id) => [id, 'not_found'])),
  'me.accessIn': 'not_found', // has nothing there
  'me.endSession': 'not_found', // no such session
  'me.forgetBrowser': 'not_found', // no such browser
  'me.password': 'sign_in_failed', // the current password is wrong
  'me.endDelegation': 'wrong_state', // no deputy is set
  'me.verifyEmail': 'wrong_state', // the caller has no address
  // These callers have no session, so no fresh sign-in.
  'identities.begin': 'sign_in_again',
  'identities.link': 'sign_in_again',
  'identities.linkDirectory': 'sign_in_again',
  'identities.unlink': 'sign_in_again',
  'credentials.beginTotp': 'sign_in_again',
  'credentials.confirmTotp': 'sign_in_again',
  'credentials.removeTotp': 'sign_in_again',
  'credentials.makeRecoveryCodes': 'sign_in_again',
  'credentials.passkeyOptions': 'sign_in_again',
  'credentials.addPasskey': 'sign_in_again',
  'credentials.removePasskey': 'sign_in_again',
  'credentials.renamePasskey': 'not_found', // no such passkey
};

/** Calls that also require a fresh sign-in, which these callers do not have. */
const afterFreshSignIn: readonly CallId[] = [
  'keys.rotate',
  'users.erase',
  'clients.makeKey',
  'clients.endKey',
  'policy.update',
  'policy.mail',
  'policy.updateOfApplication',
  'mail.configure',
  'mail.configureWebhook',
  'mail.turnOff',
  'connections.create',
  'connections.update',
  'connections.remove',
  'invitations.links',
];

/** Calls that need data which is not set up here. */
const notSetUp: readonly CallId[] = [
  ...(['mail.test', 'mail.sendAgain', 'users.verifyEmail', 'requests.undo'] as const),
  ...(['connections.planSync', 'connections.sync'] as const),
];

/** Calls about the caller's own account, so anonymous callers and programs cannot make them. */
const isAboutOneself = (id: CallId) =>
  /^(live|usage|credentials|identities)\.|^requests\.(ask|withdraw|catalogue|comment)$|^breakGlass\.(offers|use)$|^reviews\.(decide|undo)$/.test(
    id,
  );

// Callers who may grant decide requests, and callers who read the audit log see them. Requesting access requires seeing
// the application.
const deciders = ['owner', 'application-manager', 'admin'];
const onRequests: Partial<Record<CallId, (who: string) => string>> = {
  'requests.ask': (who) => (who === 'auditor' || deciders.includes(who) ? 'ok' : 'not_found'),
  'requests.get': (who) => (who === 'auditor' || deciders.includes(who) ? 'ok' : 'not_found'),
  'requests.comments': (who) => (who === 'auditor' || deciders.includes(who) ? 'ok' : 'not_found'),
  'requests.comment': (who) => (deciders.includes(who) ? 'ok' : who === 'auditor' ? 'may_not_grant' : 'not_found'),
  // It is not approved yet.
  'requests.undo': (who) =>
    deciders.includes(who) ? 'wrong_state' : who === 'auditor' ? 'may_not_grant' : 'not_found',
  'me.delegate': (who) => (deciders.includes(who) || who.startsWith('owner') ? 'not_found' : 'may_not_grant'),
  'requests.withdraw': () => 'not_found',
  ...Object.fromEntries(
    ['requests.plan', 'requests.approve', 'requests.deny'].map((id) => [
      id,
      (who: string) => (deciders.includes(who) ? 'ok' : who === 'auditor' ? 'may_not_grant' : 'not_found'),
    ]),
  ),
  // No policy lets any of them take the role as emergency access.
  'breakGlass.offers': (who) => (who === 'auditor' || deciders.includes(who) ? 'ok' : 'not_found'),
  'breakGlass.use': (who) => (who === 'auditor' || deciders.includes(who) ? 'break_glass_refused' : 'not_found'),
  'breakGlass.review': (who) => (deciders.includes(who) ? 'ok' : who === 'auditor' ? 'may_not_grant' : 'not_found'),
  'me.decision': (who) => (who === 'auditor' || deciders.includes(who) ? 'ok' : 'not_found'),
  'me.decisions': (who) => (who === 'auditor' || deciders.includes(who) ? 'ok' : 'not_found'),
  'me.catalogue': (who) => (who === 'auditor' || deciders.includes(who) ? 'ok' : 'not_found'),
};

// Owners decide the review lines of their application, and auditors see these lines. For all others the review does not
// exist. Only callers who see all lines get the evidence.
const onReviews: Partial<Record<CallId, (who: string) => string>> = Object.fromEntries(
  (['reviews.get', 'reviews.items', 'reviews.planLines', 'reviews.decide', 'reviews.undo'] as const).map((id) => [
    id,
    (who: string) => (['owner', 'auditor', 'admin'].includes(who) ? 'ok' : 'not_found'),
  ]),
);
onReviews['reviews.evidence'] = onReviews['reviews.evidencePdf'] = (who) =>
  ['auditor', 'admin'].includes(who) ? 'ok' : 'not_found';

/**
 * Outcomes of calls that name no application, with a token for another application. All other calls are refused with
 * `foreign_application`.
 */
const ofAnother: Partial<Record<CallId, string>> = {
  'live.changes': 'ok',
  'live.version': 'ok',
  'requests.list': 'ok',
  'requests.get': 'not_found',
  'requests.catalogue': 'ok',
  'requests.comments': 'not_found',
  'requests.comment': 'not_found',
  'requests.withdraw': 'not_found',
};

/** The digests of these calls match no plan. A caller with the right to make the change gets `plan_moved`. */
const byDigest: readonly CallId[] = ['plans.apply', 'plans.holders', 'reviews.close'];
const ofPlan = (outcome: string) => (outcome === 'ok' ? 'plan_moved' : outcome);
const revoking: Call = calls.grants.revoke;

function expectation(who: string, id: CallId, { access }: Call): string {
  if (who === 'anonymous') return 'unauthenticated';
  if (who === program) return access.kind === 'serviceToken' ? 'ok' : 'token_invalid';
  if (access.kind === 'serviceToken') return 'not_a_service';
  if (who === foreign) return ofAnother[id] ?? 'foreign_application';
  const about = onRequests[id] ?? onReviews[id];
  if (about) return about(who);
  if (access.kind === 'anyApplicationToken') return selfOutcomes[id] ?? 'ok';
  if (access.kind === 'operator') return 'forbidden';
  if ((id === 'plans.makeLong' || id === 'plans.applyLong') && ['member', 'auditor'].includes(who)) return 'forbidden';
  if (id === 'plans.apply') return ofPlan(expectation(who, 'grants.revoke', revoking));
  // `plans.revert` asks for another user's change, and `differences.list` for a user, so both need a permission.
  const instead = (
    { 'plans.revert': 'audit.read', 'plans.revertLong': 'audit.read', 'differences.list': 'access.read' } as const
  )[id as 'plans.revert'];
  if (instead !== undefined && !holds[who]?.includes(instead)) return 'forbidden';
  if (access.kind === 'licetToken') return selfOutcomes[id] ?? 'ok';
  if (!('permission' in access)) return 'ok';
  if (['user-manager', 'help-desk'].includes(who) && forAdministrators.includes(id)) return 'forbidden';
  if (who === 'help-desk' && id === 'users.handOver') return 'may_not_grant';
  if (who === 'user-manager' && givesAccess.includes(id)) return 'may_not_grant';
  if (holds[who]?.includes(access.permission)) {
    if (id === 'reviews.close') return 'plan_moved';
    if (afterFreshSignIn.includes(id)) return 'sign_in_again';
    return notSetUp.includes(id) ? 'wrong_state' : 'ok';
  }
  if (access.kind === 'permission') return 'forbidden';
  if (who === 'owner' && id === 'policy.planOfApplication') return 'forbidden'; // it names users, whom owners may not see
  if (who === 'owner') return afterFreshSignIn.includes(id) ? 'sign_in_again' : 'ok';
  return holds[who]?.includes('applications.read') ? 'forbidden' : 'not_found';
}

async function outcomeOf(id: CallId, caller: Caller, input: TestInput): Promise<string> {
  return (await refusalOf(id, caller, input))?.problem.code ?? 'ok';
}

async function refusalOf(id: CallId, caller: Caller, input: TestInput): Promise<Refusal | undefined> {
  try {
    const reply: unknown = await licet.call(id, caller, input);
    if (typeof reply === 'object' && reply !== null && Symbol.asyncIterator in reply)
      for await (const _ of reply as AsyncIterable<string>) if (id.startsWith('live.')) break; // live streams never end
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function freshWorld(): Promise<World> {
  const owner = callers.get('owner');
  return licet.build((change) => buildWorld(change, owner?.kind === 'user' ? owner.userId : ''));
}
