import type { CallId } from '@licet/contract';
import { usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../testing.ts';

let licet: TestLicet;
let key: string;
let role: string;
let permission: string;
beforeAll(async () => {
  licet = await testLicet();
  ({ key } = await licet.owned());
  const params = { application: key };
  ({ id: role } = await licet.call('roles.create', licet.admin, { params, body: { name: 'first' } }));
  ({ id: permission } = await licet.call('permissions.create', licet.admin, { params, body: { name: 'second' } }));
});
afterAll(() => licet.close());

type Made = { readonly id: string };
type Row = Readonly<Record<string, unknown>>;
const call = (id: CallId, input: object) => licet.call(id, licet.freshAdmin, input) as Promise<unknown>;
const inApplication = (more: object = {}) => ({ application: key, ...more });
const ends = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** The calls that create, change and delete a row of a fact table. */
interface Case {
  readonly make: () => Promise<unknown>;
  /** Changes every field that calls can change. */
  readonly change: (id: string) => Promise<unknown>;
  readonly remove?: (id: string) => Promise<unknown>;
  /** Columns that never change, such as what a grant gives and to whom. */
  readonly fixed?: readonly string[];
}

/** Columns of the period of a row, or generated from others. */
const keptByLicet = ['id', 'no_from', 'no_to', 'created_no', 'salt', 'committed', 'search', 'built_in'];

const strict = { ...usualRolePolicy, longestSeconds: 3600, secondApprover: true };
const separation = () => ({
  parts: [{ elements: [{ kind: 'role', id: role }] }, { elements: [{ kind: 'permission', id: permission }] }],
});
const third = async () =>
  (await call('roles.create', { params: inApplication(), body: { name: `r${ends(0)}` } })) as Made;

const cases: Readonly<Record<string, Case>> = {
  users: {
    make: () =>
      call('users.create', { body: { username: 'una', name: 'Una', email: 'una@example.org', jobTitle: 'First' } }),
    change: (user) =>
      call('users.update', {
        params: { user },
        body: { username: 'due', name: 'Due', email: 'due@example.org', jobTitle: 'Second' },
      }),
    remove: (user) => call('users.remove', { params: { user } }),
    fixed: ['status'],
  },
  groups: {
    make: () => call('groups.create', { body: { name: 'Una', description: 'One' } }),
    change: (group) => call('groups.update', { params: { group }, body: { name: 'Due', description: 'Two' } }),
    remove: (group) => call('groups.remove', { params: { group } }),
  },
  applications: {
    make: async () => {
      await call('applications.create', { body: { id: 'una', name: 'Una', description: 'One' } });
      const { rows } = await licet.database.pool.query(
        `select id from applications where key = 'una' order by no_from desc`,
      );
      return rows[0];
    },
    change: () =>
      call('applications.update', { params: { application: 'una' }, body: { name: 'Due', description: 'Two' } }),
    remove: () => call('applications.remove', { params: { application: 'una' } }),
    fixed: ['key'],
  },
  permissions: {
    make: () => call('permissions.create', { params: inApplication(), body: { name: 'una', title: 'One' } }),
    change: (id) =>
      call('permissions.update', { params: inApplication({ permission: id }), body: { name: 'due', title: 'Two' } }),
    remove: (id) => call('permissions.remove', { params: inApplication({ permission: id }) }),
    fixed: ['app_id'],
  },
  roles: {
    make: () => call('roles.create', { params: inApplication(), body: { name: 'una', title: 'One' } }),
    change: (id) => call('roles.update', { params: inApplication({ role: id }), body: { name: 'due', title: 'Two' } }),
    remove: (id) => call('roles.remove', { params: inApplication({ role: id }) }),
    fixed: ['app_id'],
  },
  clients: {
    make: async () => {
      const body = {
        name: 'Una',
        kind: 'server',
        redirectUris: ['https://una.example/cb'],
        webOrigins: ['https://una.example'],
        postLogoutRedirectUris: ['https://una.example/out'],
        backchannelLogoutUri: 'https://una.example/back',
        secret: false,
      };
      return ((await call('clients.create', { params: inApplication(), body })) as { client: Made }).client;
    },
    change: (client) =>
      call('clients.update', {
        params: inApplication({ client }),
        body: {
          name: 'Due',
          redirectUris: ['https://due.example/cb'],
          webOrigins: ['https://due.example'],
          postLogoutRedirectUris: ['https://due.example/out'],
          backchannelLogoutUri: 'https://due.example/back',
          requirePkce: false,
          idTokenAlgorithm: 'RS256',
          requirePushedAuthorization: true,
        },
      }),
    remove: (client) => call('clients.remove', { params: inApplication({ client }) }),
    fixed: ['app_id', 'kind'],
  },
  grants: {
    make: async () => {
      const { userId: principal } = await licet.user();
      const body = {
        principal: { kind: 'user', id: principal },
        gives: { kind: 'role', id: role },
        reason: 'One',
        ends: ends(2),
      };
      return call('grants.create', { params: inApplication(), body });
    },
    change: (grant) =>
      call('grants.update', { params: inApplication({ grant }), body: { reason: 'Two', ends: ends(3) } }),
    remove: (grant) => call('grants.revoke', { params: inApplication({ grant }) }),
    // A revert grants again: the grant begins at that moment, and its granter is the user who reverts.
    fixed: ['app_id', 'principal_id', 'principal_kind', 'role_id', 'permission_id', 'starts', 'granted_by'],
  },
  separations: {
    make: () =>
      call('separations.create', {
        body: { name: 'Una', why: 'One', ...separation() },
      }),
    change: async (id) => {
      const { id: more } = await third();
      const parts = [...separation().parts, { elements: [{ kind: 'role', id: more }] }];
      return call('separations.update', {
        params: { separation: id },
        body: { name: 'Due', why: 'Two', atMost: 2, parts },
      });
    },
    remove: (id) => call('separations.remove', { params: { separation: id } }),
  },
  role_policies: {
    make: async () => {
      await call('roles.setPolicy', { params: inApplication({ role }), body: strict });
      return { id: role };
    },
    change: () =>
      call('roles.setPolicy', { params: inApplication({ role }), body: { ...strict, longestSeconds: 7200 } }),
    fixed: ['app_id', 'role_id'],
  },
  settings: {
    make: () => call('settings.update', { body: { organisation: 'Una', remindDays: 3 } }),
    change: () => call('settings.update', { body: { organisation: 'Due', remindDays: 4 } }),
  },
};

/**
 * Returns the present row of an object. Without an id, returns the newest present row, because a revert creates an
 * object under another id.
 */
async function rowOf(table: string, id?: string): Promise<Row> {
  const which =
    id === undefined || table === 'settings' ? 'true' : table === 'role_policies' ? 'role_id = $1' : 'id = $1';
  const { rows } = await licet.database.pool.query(
    `select to_jsonb(f) as row from ${table} f where ${which} and no_to = 9223372036854775807 order by no_from desc limit 1`,
    which.includes('$1') ? [id] : [],
  );
  return rows[0]?.row ?? {};
}
const ownColumns = (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !keptByLicet.includes(column)));

/** Reverts the last change. */
async function turnBack(): Promise<void> {
  const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
  const { changes } = await licet.call('plans.revert', licet.freshAdmin, { body: { event: items[0]?.no } });
  const plan = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
  expect(plan.steps.flatMap(({ refused }) => refused ?? [])).toEqual([]);
  await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest: plan.digest } });
}

describe.each(Object.entries(cases))('reverts of %s', (table, { make, change, remove, fixed = [] }) => {
  test('restore every column after a change', async () => {
    const { id } = ((await make()) ?? {}) as Made;
    const before = ownColumns(await rowOf(table, id));
    await change(id);
    const after = ownColumns(await rowOf(table, id));
    // Compares all columns of the database. A new column must be changed above, or be listed as fixed.
    expect(
      Object.keys(before)
        .filter((column) => JSON.stringify(before[column]) === JSON.stringify(after[column]))
        .sort(),
    ).toEqual([...fixed].sort());
    await turnBack();
    expect(ownColumns(await rowOf(table, id))).toEqual(before);
  });

  test.runIf(remove)('restore the whole row after a removal', async () => {
    const { rows } = await licet.database.pool.query(
      `select id from ${table} where no_to = 9223372036854775807 order by no_from desc limit 1`,
    );
    const { id } = rows[0] as Made;
    const before = ownColumns(await rowOf(table, id));
    await remove?.(id);
    await turnBack();
    expect({ ...ownColumns(await rowOf(table)), starts: null, granted_by: null }).toEqual({
      ...before,
      starts: null,
      granted_by: null,
    });
  });
});

test('every table with facts is tested here or listed as an exception', async () => {
  const { rows } = await licet.database.pool.query<{ name: string }>(`
    select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'no_from'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
  const others = [
    'memberships',
    'inclusions',
    'role_permissions',
    'owners',
    'separation_elements',
    'separation_exceptions',
    // No plan changes these.
    'application_policies',
    'break_glass',
    'connections',
    'delegations',
    'demands',
    'erasures',
    'policies',
    'request_origins',
    'request_undos',
    'request_votes',
    'requests',
  ];
  expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(cases), ...others].sort());
});
