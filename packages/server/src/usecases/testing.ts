import { randomBytes } from 'node:crypto';
import {
  type Call,
  type CallId,
  type CallOf,
  calls,
  errorsOf,
  type LicetPermission,
  licetApplication,
  limits,
} from '@licet/contract';
import { testUpstream } from '../identity/connections/upstream.testing.ts';
import type { Hashing } from '../identity/factors/hashing.ts';
import { secretsOf } from '../identity/keys/secrets.ts';
import { openLive } from '../live/hub.ts';
import { testDatabase } from '../postgres/testing.ts';
import { Refusal } from '../refusal.ts';
import { findApplication, insertApplication, insertOwner } from '../store/applications/applications.ts';
import { checks } from '../store/checks.ts';
import { insertGrant } from '../store/grants/grants.ts';
import { type Change, change } from '../store/kernel/change.ts';
import { type Database, openDatabase } from '../store/kernel/database.ts';
import { listen } from '../store/kernel/listen.ts';
import { migrate } from '../store/kernel/migrate.ts';
import { ensureLicet } from '../store/licet/licet.ts';
import { insertRole, setRolePermissions } from '../store/roles/roles.ts';
import { insertUser } from '../store/users/users.ts';
import type { Caller, Context } from './context.ts';
import type { Reply } from './use-case.ts';
import { perform, requireAccess } from './use-cases.ts';

/** A separate Licet for tests, with its first administrator. */
export interface TestLicet {
  readonly database: Database;
  /** The caller who is the first administrator. */
  readonly admin: Caller & { readonly kind: 'user' };
  /** The same user with a sign-in that is always fresh. */
  readonly freshAdmin: Caller & { readonly kind: 'user' };
  /** Sets the database's clock to its real time plus this offset in milliseconds. */
  setClock(offset: number): void;
  /** Performs a call, after its input has been validated as the server does. */
  call<Id extends CallId>(id: Id, caller: Caller, input?: TestInput): Promise<Reply<CallOf<Id>>>;
  /** The code of the refusal that a call ends with, or `ok`. */
  outcome(id: CallId, caller: Caller, input?: TestInput): Promise<string>;
  /** Another server on the same database, with connections of its own. */
  anotherServer(): Pick<TestLicet, 'call' | 'outcome' | 'close'>;
  /** Makes a change directly, without a call. */
  build<Result>(work: (change: Change) => Promise<Result>): Promise<Result>;
  /** Creates an active user. If permissions of Licet are given, the user gets them by a new role. */
  user(...permissions: readonly LicetPermission[]): Promise<Caller & { readonly kind: 'user' }>;
  /** Creates an application with its owner. */
  owned(key?: string): Promise<{ readonly key: string; readonly owner: Caller & { readonly kind: 'user' } }>;
  close(): Promise<void>;
}

export interface TestInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly ifMatch?: number;
  readonly lastEventId?: number;
}

export const issuer = 'http://localhost:4080';
export const anonymous: Caller = { kind: 'anonymous' };
export const operator: Caller = { kind: 'operator' };

/** The key with which every test server seals. */
export const secrets = secretsOf(Buffer.alloc(32, 7));

export async function testLicet(parts: Pick<Context, 'mailer' | 'outsideCheckpoints'> = {}): Promise<TestLicet> {
  const { connectionString, drop } = await testDatabase({ key: 'licet as it starts', template });
  let offset = 0;
  const database = openDatabase({ checks, connectionString, clockOffset: () => offset });
  const listener = listen(database);
  const live = openLive({ database, listener, onError: () => undefined });
  const contextOf = (caller: Caller, on: Database): Context => ({
    database: on,
    caller,
    origin: { address: '192.0.2.1', agent: 'test', requestId: 'test' },
    issuer,
    hashing,
    secrets,
    upstream: testUpstream(issuer),
    rotateKeys: async () => undefined,
    live,
    ...parts,
  });
  const build = <Result>(work: (handle: Change) => Promise<Result>) =>
    change(database, { kind: 'system', id: null, name: 'test' }, (handle) => {
      handle.record({ action: 'licet.upgraded', target: { kind: 'test', id: 'test', name: 'a test' } });
      return work(handle);
    });
  const perform_ = async (id: CallId, caller: Caller, input: TestInput = {}, on = database) => {
    const context = contextOf(caller, on);
    try {
      return await perform(id, context, await requireAccess(id, context, input.params), validated(id, input));
    } catch (error) {
      const definition = definitionOf(id);
      const reachable = definition.access.kind !== 'operator' || caller.kind === 'operator';
      throw error instanceof Refusal && reachable && !errorsOf(definition).includes(error.problem.code)
        ? new Error(`The contract does not declare ${error.problem.code} for ${id}.`, { cause: error })
        : error;
    }
  };
  const outcomeOn =
    (on: Database): TestLicet['outcome'] =>
    async (id, caller, input) => {
      try {
        await perform_(id, caller, input, on);
        return 'ok';
      } catch (error) {
        if (error instanceof Refusal) return error.problem.code;
        throw error;
      }
    };
  const admin = await build(firstAdministrator);
  return {
    database,
    admin,
    freshAdmin: await signedInAlways(database, admin),
    setClock: (next) => {
      offset = next;
    },
    call: (id, caller, input) => perform_(id, caller, input) as Promise<Reply<CallOf<typeof id>>>,
    outcome: outcomeOn(database),
    anotherServer: () => {
      const another = openDatabase({ checks, connectionString, clockOffset: () => offset });
      const call: TestLicet['call'] = (id, caller, input) =>
        perform_(id, caller, input, another) as Promise<Reply<CallOf<typeof id>>>;
      return { call, outcome: outcomeOn(another), close: () => another.close() };
    },
    build,
    user: (...permissions) => build((handle) => userWith(handle, permissions)),
    owned: (key = `app-${randomBytes(4).toString('hex')}`) =>
      build(async (handle) => {
        const owner = await userWith(handle, []);
        await insertOwner(handle, await insertApplication(handle, key, { name: key, description: '' }), owner.userId);
        return { key, owner };
      }),
    close: async () => {
      await live.close();
      await listener.close();
      await database.close();
      await drop();
    },
  };
}

/** Real hashes take too long for other tests. */
const hashing: Hashing = {
  hash: async (password) => `test:${password}`,
  verify: async (hash, password) => hash === `test:${password}`,
  derive: async (secret, salt) => Buffer.concat([salt, Buffer.from(secret)]),
  outdated: () => false,
  keep: (hash) => ({ cost: 'test', hash }),
};

async function template(connectionString: string): Promise<void> {
  const database = openDatabase({ checks, connectionString });
  try {
    await migrate(database);
    await ensureLicet(database, issuer);
  } finally {
    await database.close();
  }
}

function definitionOf(id: CallId): Call {
  const [noun = '', verb = ''] = id.split('.');
  const definition = (calls as unknown as Record<string, Record<string, Call>>)[noun]?.[verb];
  if (!definition) throw new Error(`There is no call ${id}.`);
  return definition;
}

function validated(id: CallId, { params = {}, query = {}, body, ifMatch, lastEventId }: TestInput) {
  const definition: Partial<Call> = definitionOf(id);
  const part = (schema: unknown, value: unknown) =>
    typeof schema === 'object' && schema !== null && 'parse' in schema && typeof schema.parse === 'function'
      ? (schema.parse(value) as unknown)
      : undefined;
  return {
    params: part('params' in definition && definition.params, params),
    query: part('query' in definition && definition.query, query),
    body: 'bodyType' in definition ? pieces(String(body)) : part('body' in definition && definition.body, body),
    ifMatch,
    lastEventId,
  };
}

async function* pieces(text: string) {
  for (let at = 0; at < text.length; at += 1000) yield text.slice(at, at + 1000);
}

async function firstAdministrator(handle: Change) {
  const user = await insertUser(handle, { username: 'ada', email: null, name: 'Ada Admin', status: 'active' });
  const licet = await licetId(handle);
  const { rows } = await handle.connection.query<{ id: string }>(
    'select id from roles where app_id = $1 and built_in and no_to = 9223372036854775807',
    [licet],
  );
  await grantRole(handle, licet, user.id, rows[0]?.id ?? '');
  return callerOf(user.id);
}

async function userWith(handle: Change, permissions: readonly LicetPermission[]) {
  const username = `user-${randomBytes(4).toString('hex')}`;
  const user = await insertUser(handle, { username, email: null, name: username, status: 'active' });
  if (permissions.length > 0) {
    const licet = await licetId(handle);
    const role = await insertRole(handle, licet, { name: `role of ${username}`, title: '' });
    const { rows } = await handle.connection.query<{ id: string }>(
      'select id from permissions where app_id = $1 and name = any($2) and no_to = 9223372036854775807',
      [licet, permissions],
    );
    await setRolePermissions(
      handle,
      role,
      rows.map(({ id }) => id),
    );
    await grantRole(handle, licet, user.id, role);
  }
  return callerOf(user.id);
}

/** The same caller, in a session that never ages. */
export async function signedInAlways(database: Database, caller: Caller & { readonly kind: 'user' }) {
  const sessionId = `always ${caller.userId}`;
  await database.pool.query(
    `insert into sessions (uid, user_id, created_at, seen_at, expires_at, amr)
     values ($2, $1, now() + interval '1 year', now(), now() + interval '2 years', '{pwd}')`,
    [caller.userId, sessionId],
  );
  return { ...caller, sessionId };
}

/** A user with a token for an application; by default Licet's own. */
export const callerOf = (userId: string, audience: string = licetApplication) =>
  ({
    kind: 'user',
    userId,
    sessionId: null,
    audience,
    token: { version: 0, expiresAt: Math.floor(Date.now() / 1000) + limits.accessTokenLifetime.value },
  }) as const;

const licetId = async (handle: Change) => (await findApplication(handle, licetApplication))?.factId ?? '';

async function grantRole(handle: Change, appId: string, userId: string, roleId: string): Promise<void> {
  await insertGrant(handle, appId, {
    principal: { kind: 'user', id: userId },
    gives: { kind: 'role', id: roleId },
    starts: handle.at,
    ends: null,
    reason: '',
    grantedBy: 'test',
  });
}
