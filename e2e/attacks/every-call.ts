import { type Call, callList, licetPermissions, licetRoles } from '@licet/contract';
import { expect } from 'vitest';
import type { Attacked } from './attacked.ts';
import { nothingChanges } from './audit.ts';
import { type Answer, send } from './http.ts';
import {
  giveInLicet,
  givePermission,
  mark,
  newAdmin,
  newApplication,
  newClient,
  newPerson,
  type TestApplication,
} from './people.ts';
import { askTokens, signIn } from './sign-in.ts';
import type { Part } from './suite.ts';

// The list of calls comes from the contract, so this file also attacks new calls without a change.

const everything = Object.keys(licetPermissions);

/** The callers, each with the permissions that they hold in Licet. */
const identities: Readonly<Record<string, readonly string[]>> = {
  nobody: [],
  member: [],
  'owner of another application': [],
  auditor: licetRoles.auditor?.permissions ?? [],
  'user-manager': licetRoles['user-manager']?.permissions ?? [],
  'help-desk': licetRoles['help-desk']?.permissions ?? [],
  'application-manager': licetRoles['application-manager']?.permissions ?? [],
  'administrator, with the token of another application': everything,
  'program of another application': [],
};

const types = ['application/json', 'text/plain', 'image/png'];

/** The calls over the network that require a token. */
const guarded = callList.filter(
  ([
    ,
    {
      access: { kind },
    },
  ]) => kind !== 'anyone' && kind !== 'operator',
);

export const everyCall: Part = (attack) => {
  attack('32 every call refuses unauthorised callers who pass the ids of other users', async (attacked) => {
    const { ids, address } = await world(attacked);
    const tokens = await tokensOf(attacked);
    await nothingChanges(attacked, async () => {
      for (const [id, definition] of guarded)
        for (const [who, holds] of Object.entries(identities)) {
          if (mayTry(definition, who, holds)) continue;
          const right = aboutOneself(definition) ? fillingOf(definition) : undefined;
          const answer = await ask(attacked, definition, address(definition), tokens.get(who), right);
          // Sets have names instead of ids. The response contains only the caller's part of the set, which is empty
          // here.
          const empty = definition.path.endsWith('/:set') && answer.text === '';
          const statuses = who === 'nobody' ? [401] : empty ? [200, 403] : [401, 403, 404];
          expect(statuses, `${id} by ${who}: ${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.status);
          for (const secret of ids) expect(answer.text, `${id} by ${who}`).not.toContain(`"${secret}"`);
        }
    });
  });

  attack('32 no operator call is available over the network', async (attacked) => {
    const token = (await signIn(attacked, await newAdmin(attacked))).tokens.access;
    for (const [id, definition] of callList.filter(([, { access }]) => access.kind === 'operator'))
      for (const bearer of [undefined, token]) {
        const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
        const answer = await send(attacked.here, `/api/v1${definition.path}`, { method: definition.method, headers });
        expect([answer.status, answer.code], id).toEqual([404, 'no_such_route']);
      }
  });

  attack('32 every call authorises the caller before it reads the body', async (attacked) => {
    const { address } = await world(attacked);
    const tokens = await tokensOf(attacked);
    let turn = 0;
    for (const [id, definition] of guarded)
      for (const who of ['nobody', 'member', 'program of another application']) {
        if (mayTry(definition, who, []) || (who === 'member' && aboutOneself(definition))) continue;
        const token = tokens.get(who);
        const whole = await ask(attacked, definition, address(definition), token);
        // Tests one of the content types, in rotation. bodies.test.ts tests all content types with every call.
        for (const type of types.slice(turn % 3, (turn++ % 3) + 1)) {
          const headers = { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) };
          const sent = { method: definition.method, headers, body: '{"__proto__":[[[', endless: true };
          if (definition.method === 'GET') continue;
          const answer = await send(attacked.here, address(definition), sent);
          expect([answer.status, answer.code], `${id} by ${who}, ${type}`).toEqual([whole.status, whole.code]);
        }
        expect([401, 403, 404], id).toContain(whole.status);
      }
  });
};

/** Returns whether the identity may make the call, by its permissions or because the call concerns the caller. */
function mayTry({ access, path, method }: Call, who: string, holds: readonly string[]): boolean {
  if (who === 'nobody') return false;
  const foreign = who.startsWith('administrator, with');
  const program = who.startsWith('program');
  if (access.kind === 'serviceToken') return program;
  if (program) return false;
  // Deciding requests needs grants.manage. For reading, applications.read is sufficient.
  const reads = method === 'GET' || path === '/me/decisions/:application';
  const looksAfter = holds.includes('grants.manage') || (reads && holds.includes('applications.read'));
  if (aboutOneself({ access }) && looksAfter && !foreign) return true;
  if (access.kind === 'anyApplicationToken') return !path.includes(':') || (foreign && path.startsWith('/live'));
  if (foreign) return false;
  // The call concerns the caller, unless the path contains an id. The tests insert the id of another user.
  if (access.kind === 'licetToken') return !path.includes(':');
  return 'permission' in access && holds.includes(access.permission);
}

/**
 * Returns whether every signed-in user may make the call for their own objects. For objects of other users, it answers
 * 404.
 */
const aboutOneself = ({ access: { kind } }: Pick<Call, 'access'>) =>
  kind === 'licetToken' || kind === 'anyApplicationToken';

/** Returns the smallest valid input of a call. Then only the ownership of the object can cause a refusal. */
function fillingOf({ body, query }: Call) {
  const values = {
    reason: 'Needed',
    name: 'Tablet',
    permission: 'read',
    text: 'Said',
    note: 'Seen',
    found: 'justified',
  };
  const lines = [{ line: 1, version: 0 }];
  // A decision on review lines sends the content that the reviewer saw. A question about review lines sends only line numbers.
  const lists = [
    { lines, decisions: lines.map((line) => ({ ...line, decision: 'keep' })), permissions: ['read'] },
    { lines: lines.map(({ line }) => line) },
  ];
  const of = <Value>(schema: Call['body'], among: Readonly<Record<string, Value>>) => {
    const names = schema && 'shape' in schema ? Object.keys(schema.shape as object) : [];
    return Object.entries(among).filter(([name]) => names.includes(name));
  };
  const bodies = lists.map((list) => Object.fromEntries(of<unknown>(body, { ...values, ...list })));
  return {
    body: bodies.find((whole) => body?.safeParse(whole).success) ?? bodies[0] ?? {},
    query: `?${new URLSearchParams(of(query, values))}`,
  };
}

async function ask(
  { here }: Attacked,
  definition: Call,
  path: string,
  token: string | undefined,
  right: ReturnType<typeof fillingOf> = { body: {}, query: '' },
): Promise<Answer> {
  const type = definition.bodyType ?? 'application/json';
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(definition.body && { 'content-type': type }),
  };
  const sent = { method: definition.method, headers };
  const body = right.query === '' ? '{' : right.body;
  return send(here, path + right.query, definition.body ? { ...sent, body } : sent);
}

async function tokensOf(attacked: Attacked): Promise<ReadonlyMap<string, string | undefined>> {
  const tokens = new Map<string, string | undefined>([['nobody', undefined]]);
  const member = await newPerson(attacked);
  tokens.set('member', (await signIn(attacked, member)).tokens.access);
  for (const name of ['auditor', 'user-manager', 'help-desk', 'application-manager']) {
    const person = await newPerson(attacked);
    await giveInLicet(attacked, { kind: 'user', id: person.id }, { kind: 'role', name });
    tokens.set(name, (await signIn(attacked, person)).tokens.access);
  }
  const owned = await newApplication(attacked);
  const owner = await newPerson(attacked);
  await attacked.operator.applications.addOwner({ params: { application: owned.key, user: owner.id } });
  tokens.set('owner of another application', (await signIn(attacked, owner)).tokens.access);
  const admin = await signIn(attacked, await newAdmin(attacked), owned);
  tokens.set('administrator, with the token of another application', admin.tokens.access);
  const program = await newClient(attacked, owned.key, 'service');
  const { tokens: issued } = await askTokens(attacked, program, { grant_type: 'client_credentials' });
  tokens.set('program of another application', issued.access);
  return tokens;
}

/** Creates one object of each kind, none owned by the callers. Returns the paths of calls about these objects. */
async function world(attacked: Attacked) {
  const { operator } = attacked;
  const application: TestApplication = await newApplication(attacked);
  const params = { application: application.key };
  const victim = await newPerson(attacked);
  const { browser, tokens } = await signIn(attacked, victim);
  const group = await operator.groups.create({ body: { name: `g ${mark()}` } });
  const { permission, grant } = await givePermission(attacked, application.key, victim.id, 'read');
  const role = await operator.roles.create({ params, body: { name: 'reader' } });
  const { items: keys } = await operator.clients.keys({
    params: { ...params, client: (await newClient(attacked, application.key, 'service')).id },
  });
  const requestable = await operator.permissions.create({ params, body: { name: 'approve' } });
  const asked = await send(attacked.here, '/api/v1/requests', {
    headers: { authorization: `Bearer ${tokens.access}` },
    body: { application: application.key, permission: requestable.name, seconds: 3600, reason: 'Needed' },
  });
  const { items: sessions } = await operator.users.sessions({ params: { user: victim.id } });
  const { rows: browsers } = await attacked.database.pool.query<{ id: string }>(
    `select encode(token_hash, 'hex') as id from known_browsers where user_id = $1`,
    [victim.id],
  );
  const known: Readonly<Record<string, string>> = {
    application: application.key,
    user: victim.id,
    group: group.id,
    member: victim.id,
    permission,
    grant,
    role: role.id,
    client: application.id,
    key: keys[0]?.id ?? role.id,
    request: String(asked.json.id ?? role.id),
    session: sessions[0]?.id ?? 'x',
    browser: browsers[0]?.id ?? '0'.repeat(64),
    no: '1',
    // These ids belong to objects of another kind. The server refuses an unknown id like the id of another user's
    // object.
    passkey: role.id,
    identity: role.id,
    connection: role.id,
    mail: role.id,
    round: role.id,
    set: 'of-others',
    use: role.id,
    review: role.id,
    separation: role.id,
    exception: role.id,
    view: role.id,
  };
  expect(browser.cookies.size).toBeGreaterThan(0);
  const address = ({ path }: Call) =>
    `/api/v1${path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
      const value = known[name];
      if (value === undefined)
        throw new Error(`Say in every-call.ts what :${name} stands for: there is a new one in ${path}.`);
      return encodeURIComponent(value);
    })}`;
  return { ids: [victim.id, victim.username, requestable.id], address };
}
