import { randomBytes } from 'node:crypto';
import { type CallId, callList } from '@licet/contract';
import { insertApplication, insertOwner } from '../store/applications/applications.ts';
import { insertClientKey, newSecret } from '../store/applications/client-keys.ts';
import { insertClient } from '../store/applications/clients.ts';
import { insertUse } from '../store/break-glass/uses.ts';
import { insertConnection, listConnections } from '../store/connections/connections.ts';
import { replaceRecoveryCodes } from '../store/credentials/recovery-codes.ts';
import { insertGrant } from '../store/grants/grants.ts';
import { insertGroup, insertMembership } from '../store/groups/groups.ts';
import type { Change } from '../store/kernel/change.ts';
import { newId } from '../store/kernel/ids.ts';
import { later } from '../store/kernel/instants.ts';
import { sql } from '../store/kernel/sql.ts';
import { insertPermission } from '../store/permissions/permissions.ts';
import { firstPolicy } from '../store/policy/policy.ts';
import { insertRequest } from '../store/requests/requests.ts';
import { markClosed } from '../store/reviews/close.ts';
import { insertReview } from '../store/reviews/lines.ts';
import { usualRolePolicy } from '../store/role-policies/role-policies.ts';
import { insertRole } from '../store/roles/roles.ts';
import { insertException } from '../store/separation-exceptions/separation-exceptions.ts';
import { insertSeparation } from '../store/separations/separations.ts';
import { insertUser } from '../store/users/users.ts';
import { putView } from '../store/users/views.ts';
import { proofsOf } from './clients/change.ts';
import { usualConnection } from './connections/read.ts';
import type { TestInput } from './testing.ts';

/** One object of every kind, and an input for every call about these. */
export interface World {
  /** The identifier of the application. */
  readonly key: string;
  inputs(id: CallId): TestInput;
}

export async function buildWorld(change: Change, ownerId: string): Promise<World> {
  const mark = randomBytes(4).toString('hex');
  const key = `world-${mark}`;
  const application = await insertApplication(change, key, { name: 'World', description: '' });
  await insertOwner(change, application, ownerId);
  const user = await insertUser(change, { username: `u-${mark}`, email: null, name: 'A user', status: 'active' });
  const other = await insertUser(change, { username: `v-${mark}`, email: null, name: 'Other', status: 'suspended' });
  const leaver = await insertUser(change, { username: `l-${mark}`, email: null, name: 'Leaver', status: 'active' });
  await replaceRecoveryCodes(
    change.connection,
    user.id,
    { salt: randomBytes(16), hashes: [randomBytes(32)] },
    change.at,
  );
  const group = await insertGroup(change, { name: `g-${mark}`, description: '' });
  await insertMembership(change, group.id, { kind: 'user', id: user.id, name: user.name });
  const permission = await insertPermission(change, application, { name: 'read', title: '' });
  const wanted = await insertPermission(change, application, { name: 'approve', title: '' });
  const role = await insertRole(change, application, { name: 'reader', title: '' });
  const grant = await insertGrant(change, application, {
    principal: { kind: 'group', id: group.id },
    gives: { kind: 'role', id: role },
    starts: change.at,
    ends: null,
    reason: '',
    grantedBy: 'test',
  });
  const why = { seconds: 3600, reason: 'Needed' };
  const asks = { kind: 'permission' as const, id: wanted.id };
  const request = await insertRequest(change, { appId: application, userId: user.id, asks, ...why, place: '' });
  const review = await insertReview(change, {
    name: 'A review',
    scope: { kind: 'application', app: application },
    reviewers: { kind: 'owners' },
    fallback: leaver.id,
    endsAt: later(change.at, 86_400),
    undecided: 'keep',
    everyMonths: null,
  });
  const closed = await insertReview(change, {
    name: 'A closed review',
    scope: { kind: 'application', app: application },
    reviewers: { kind: 'owners' },
    fallback: null,
    endsAt: later(change.at, 86_400),
    undecided: 'keep',
    everyMonths: null,
  });
  await markClosed(change, closed.id, { revoked: 0, shortened: 0, gone: 0, undecided: 1 });
  const redirectUris = ['https://app.example/callback'];
  const addresses = { redirectUris, postLogoutRedirectUris: [], webOrigins: [], backchannelLogoutUri: null };
  const fields = { name: 'Server', kind: 'server' as const, ...proofsOf({}), ...addresses };
  const client = await insertClient(change, application, fields);
  const proof = { name: 'Secret 1', secret: newSecret(), publicKey: null, endsAt: null };
  const clientKey = await insertClientKey(change, client, proof);
  // In a separate application: deleting separated elements requires a further right.
  const bank = await insertApplication(change, `bank-${mark}`, { name: 'Bank', description: '' });
  const duties = await Promise.all(['enter', 'pay'].map((name) => insertPermission(change, bank, { name, title: '' })));
  const apart = await insertSeparation(
    change,
    { name: `s-${mark}`, why: '', atMost: 1 },
    duties.map(({ id }, place) => ({ part: place + 1, appId: bank, roleId: null, permissionId: id })),
  );
  const exception = await insertException(change, apart, user.id, later(change.at, 3600));
  const mail = newId();
  await change.connection.query(sql`
    insert into mails (id, template, data, user_id, queued_at, useful_until, changed_at)
    values (${mail}, 'test', '{}', ${user.id}, ${change.at}, ${change.at}, ${change.at})`);
  const round = newId();
  await change.connection.query(
    sql`insert into invitation_rounds (id, by_name, started_at) values (${round}, 'test', ${change.at})`,
  );
  await change.connection.query(
    sql`insert into invitation_round_users (round_id, place, user_id) values (${round}, 1, ${user.id})`,
  );
  const policyRound = newId();
  await change.connection.query(
    sql`insert into invitation_rounds (id, by_name, started_at, policy) values (${policyRound}, 'test', ${change.at}, '{}')`,
  );
  await change.connection.query(
    sql`insert into invitation_round_users (round_id, place, user_id) values (${policyRound}, 1, ${user.id})`,
  );
  // The number of connections is limited, so an existing one is used until a test removes it.
  const [present] = await listConnections(change);
  const connection =
    present?.id ??
    (await insertConnection(change, {
      ...usualConnection,
      name: `c-${mark}`,
      kind: 'openid',
      issuer: 'http://127.0.0.1:1',
      clientId: 'test',
      scopes: ['openid'],
    }));
  const use = await insertUse(change, { appId: application, roleId: role, userId: user.id, grantId: grant });
  // The number of views is limited, so a view of the same name is replaced.
  const view = await putView(change.connection, { name: 'Test', address: {} });
  const params = {
    view: view.id,
    use,
    set: 'a set',
    mail,
    round,
    application: key,
    user: user.id,
    group: group.id,
    permission: permission.id,
    role,
    grant,
    client,
    key: clientKey,
    connection,
    request,
    separation: apart,
    exception,
    review: review.id,
  };
  const { version: _, ...rolePolicy } = usualRolePolicy;
  const parts = [permission.id, wanted.id].map((it) => ({ elements: [{ kind: 'permission', id: it }] }));
  const bodies: Readonly<Record<string, unknown>> = {
    'plans.apply': {
      changes: [{ call: 'grants.revoke', params: { application: key, grant } }],
      digest: '0'.repeat(64),
    },
    'plans.holders': {
      changes: [{ call: 'grants.revoke', params: { application: key, grant } }],
      digest: '0'.repeat(64),
      effect: 0,
      after: 0,
    },
    'reviews.open': {
      name: 'Another',
      scope: { kind: 'application', application: key },
      reviewers: { kind: 'owners' },
      endsAt: later(change.at, 86_400),
      undecided: 'revoke',
    },
    'reviews.update': { everyMonths: 3 },
    'reviews.decide': { decisions: [{ line: 1, version: 0, decision: 'keep' }] },
    'reviews.planLines': { lines: [1] },
    'reviews.undo': { lines: [{ line: 1, version: 0 }] },
    'reviews.close': { digest: '0'.repeat(64) },
    'plans.make': { changes: [{ call: 'grants.revoke', params: { application: key, grant } }] },
    'plans.makeLong': `{"change":{"call":"grants.revoke","params":{"application":"${key}","grant":"${grant}"}}}\n`,
    'plans.applyLong': `{"apply":{}}\n{"name":{"kind":"application","name":"${key}","id":null}}\n`,
    'plans.names': { names: [{ kind: 'application', name: key, id: null }] },
    'plans.revert': { event: 1 },
    'plans.revertLong': { event: 1 },
    'me.update': { name: 'Another name' },
    'me.verifyEmail': {},
    'me.password': { current: 'wrong', password: 'a long enough passphrase' },
    'identities.begin': { connection },
    'identities.link': { answer: '' },
    'identities.linkDirectory': { connection, login: 'ada', password: 'a password' },
    'credentials.confirmTotp': { code: '000000' },
    'credentials.addPasskey': { name: 'Phone', response: registration },
    'credentials.renamePasskey': { name: 'Tablet' },
    'users.resetCredentials': { passkeys: true },
    'users.create': { username: `w-${mark}`, name: 'New' },
    'users.update': { name: 'Changed' },
    'users.handOver': { to: user.id },
    'groups.create': { name: `h-${mark}` },
    'groups.update': { description: 'changed' },
    'applications.create': { id: `new-${mark}`, name: 'New' },
    'applications.update': { name: 'Changed' },
    'permissions.create': { name: 'write' },
    'permissions.update': { title: 'changed' },
    'roles.create': { name: 'writer', permissions: [permission.id] },
    'roles.update': { permissions: [permission.id] },
    'roles.setPolicy': rolePolicy,
    'grants.create': { principal: { kind: 'user', id: other.id }, gives: { kind: 'role', id: role } },
    'grants.update': { reason: 'changed' },
    'clients.create': fields,
    'clients.update': { name: 'Changed' },
    'clients.makeKey': {},
    'clients.changeKey': { name: 'Changed' },
    'connections.create': { name: `d-${mark}`, kind: 'openid', issuer: 'https://sso.example', clientId: 'test' },
    'connections.update': { enabled: false },
    'connections.sync': {},
    'access.import': `someone-${mark}\tread\n`,
    'requests.ask': { application: key, permission: wanted.name, ...why },
    'breakGlass.use': { application: key, role: 'reader', reason: 'Nobody answers' },
    'breakGlass.review': { found: 'justified', note: 'Seen' },
    'requests.plan': {},
    'requests.planAll': { requests: [request] },
    'requests.decideAll': { decision: 'deny', requests: [{ id: request, version: 0 }], reason: 'Not needed' },
    'requests.comment': { text: 'What for?' },
    'me.decisions': { permissions: ['read', 'none'] },
    'me.markSeen': { no: 1 },
    'me.delegate': { to: `nobody-${mark}`, ends: later(change.at, 3600) },
    'requests.approve': {},
    'requests.deny': { reason: 'Not needed' },
    'separations.create': { name: `t-${mark}`, parts },
    'separations.preview': { parts },
    'separations.update': { why: 'changed' },
    'separations.except': { holder: other.id, reason: 'Needed', ends: later(change.at, 3600) },
    'separations.changeException': { ends: later(change.at, 1800) },
    'usage.report': { exercised: [{ user: user.id, permission: 'read', count: 1, last: 1_800_000_000 }] },
    'settings.update': { organisation: 'Changed' },
    'views.save': { name: 'Other', address: { status: 'invited' } },
    'appearance.update': { accent: '#1f4fd8' },
    'policy.plan': policy,
    'policy.update': policy,
    'policy.mail': { policy, outcome: 'stopped', from: null },
    'policy.planOfApplication': { ways: null, secondFactor: true, maxAge: null },
    'policy.updateOfApplication': { ways: null, secondFactor: true, maxAge: null },
    'mail.configure': mailServer,
    'mail.configureWebhook': mailWebhook,
    'users.invite': { users: [user.id] },
    'invitations.withdraw': { users: [user.id] },
    'invitations.links': { users: [user.id] },
    'audit.verifyAgainst': { checkpoints: ['none'] },
    'operator.putBack': {},
    'operator.recoverAdmin': {},
    'operator.backup': { key: Buffer.alloc(32, 3).toString('base64') },
    'operator.importDirectory': JSON.stringify({ end: { system: 'csv', digest: '0'.repeat(64), leftOut: 0 } }),
  };
  const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'access.decide': { user: user.id, permission: 'read' },
    'access.holders': { permission: 'read' },
    'access.periods': { user: user.id, permission: 'read' },
    'access.import': { kind: 'permissions' },
    'breakGlass.offers': { application: key },
    'differences.list': { from: '2000-01-01T00:00:00Z', user: user.id },
    'me.decision': { permission: 'read' },
    'roles.use': { roles: role },
    'search.find': { q: 'a' },
  };
  // Calls that need another object than the usual one, for example a user in another state.
  const instead: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'reviews.evidence': { review: closed.id },
    'reviews.evidencePdf': { review: closed.id },
    'users.reactivate': { user: other.id },
    'users.handOver': { user: leaver.id },
    'groups.addMember': { member: other.id },
    'groups.removeMember': { member: user.id },
    'applications.removeOwner': { user: ownerId },
    'audit.get': { no: '1' },
    'plans.getApplied': { no: '1' },
    'plans.appliedEffects': { no: '1' },
    'plans.appliedEvents': { no: '1' },
    'policy.stopMails': { round: policyRound },
    'me.endSession': { session: 'none' },
    'me.forgetBrowser': { browser: '0'.repeat(64) },
    'credentials.renamePasskey': { passkey: other.id },
    'identities.unlink': { identity: other.id },
    'credentials.removePasskey': { passkey: other.id },
  };
  return {
    key,
    inputs: (id) => ({
      params: onThePath(id, { ...params, ...instead[id] }),
      ...(queries[id] ? { query: queries[id] } : {}),
      body: bodies[id],
    }),
  };
}

const { version: _, ...policy } = firstPolicy;

function onThePath(id: CallId, values: Readonly<Record<string, string>>): Record<string, string> {
  const path = callList.find(([known]) => known === id)?.[1].path ?? '';
  return Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, values[name] ?? '']));
}

const mailWebhook = {
  webhook: 'https://mailer.example.org/licet',
  secret: 'a secret of more than thirty-two characters',
  fromAddress: 'licet@example.org',
  fromName: 'Licet',
  language: 'en',
};
const mailServer = {
  host: 'smtp.example.org',
  port: 465,
  security: 'tls',
  username: null,
  fromAddress: 'licet@example.org',
  fromName: 'World',
  language: 'en',
};

const registration = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};
