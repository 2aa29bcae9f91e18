import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from './testing.ts';

const application = 'pay';
const params = { application };
/** Names that resemble existing ones: `ys.x`, `run all`, `café.read`. */
const alike = [
  ['a no-break space', 'run\u00a0all'],
  ['a decomposed accent', 'cafe\u0301.read'],
  ['a full-width letter', 'ｙs.x'],
  ['words of Cyrillic letters', 'уѕ.х'],
  ['another hyphen', 'pay\u2010out'],
] as const;

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
  await licet.owned(application);
  await licet.owned('other');
  for (const name of ['ys.x', 'run all', 'café.read', 'pay-out'])
    for (const call of ['permissions.create', 'roles.create'] as const)
      await licet.call(call, licet.admin, { params, body: { name } });
});
afterAll(() => licet.close());

describe.each(['permissions.create', 'roles.create'] as const)('%s', (call) => {
  test.each(alike)('refuses a name that differs only by %s', async (_, name) => {
    await expect(licet.call(call, licet.admin, { params, body: { name } })).rejects.toMatchObject({
      problem: { code: 'name_taken', detail: expect.stringContaining(`The name “${name}” looks like “`) },
    });
  });

  test('accepts a look-alike in another application, and names that are easy to distinguish', async () => {
    expect(
      await licet.outcome(call, licet.admin, { params: { application: 'other' }, body: { name: 'run\u00a0all' } }),
    ).toBe('ok');
    for (const name of ['cafe.read', 'ys.y', 'заявка.read', 'ys.x1', 'Run all'])
      expect(await licet.outcome(call, licet.admin, { params, body: { name } }), name).toBe('ok');
  });
});

describe('a name in a separation rule', () => {
  const part = (kind: 'role' | 'permission', id: string) => ({ elements: [{ kind, id }] });

  test.each([
    ['permission', 'permissions.create'],
    ['role', 'roles.create'],
  ] as const)('refuses a new %s whose name differs only by case', async (kind, call) => {
    const apart = await licet.call(call, licet.admin, { params, body: { name: 'kept.apart' } });
    const other = await licet.call(call, licet.admin, { params, body: { name: 'the other' } });
    const body = { name: `Apart ${kind}`, parts: [part(kind, apart.id), part(kind, other.id)] };
    expect(await licet.outcome(call, licet.admin, { params, body: { name: 'Kept.Apart' } })).toBe('ok');
    await licet.call('separations.create', licet.freshAdmin, { body });
    expect(await licet.outcome(call, licet.admin, { params, body: { name: 'KEPT.apart' } })).toBe('name_taken');
    expect(await licet.outcome(call, licet.admin, { params, body: { name: 'Kept.again' } })).toBe('ok');
  });
});

test.each(['permissions', 'roles'] as const)(
  'a former name of %s is not taken back beside a look-alike',
  async (noun) => {
    const id = noun === 'roles' ? 'role' : 'permission';
    const create = (name: string) => licet.call(`${noun}.create`, licet.admin, { params, body: { name } });
    const odd = await create('сору');
    const rename = async (name: string) => {
      const { items } = await licet.call(`${noun}.list`, licet.admin, { params, query: { limit: '200' } });
      const ifMatch = items.find((it) => it.id === odd.id)?.version;
      const input = { params: { ...params, [id]: odd.id }, body: { name }, ifMatch };
      return licet.outcome(`${noun}.update`, licet.admin, input as never);
    };
    expect(await rename('temporary')).toBe('ok');
    await create('copy');
    expect(await rename('сору')).toBe('name_taken');
  },
);

test('a rename to a look-alike is refused, but a new title of an existing name is accepted', async () => {
  const { items } = await licet.call('permissions.list', licet.admin, { params, query: { q: 'pay-out' } });
  const [permission] = items;
  const change = (body: object) =>
    licet.outcome('permissions.update', licet.admin, {
      params: { ...params, permission: permission?.id ?? '' },
      body,
      ifMatch: permission?.version ?? 0,
    });
  expect(await change({ name: 'run\u00a0all' })).toBe('name_taken');
  expect(await change({ title: 'Pay out' })).toBe('ok');
});

test('an import that would create a look-alike is refused, and a plan reports it in advance', async () => {
  const query = { kind: 'permissions' };
  const imported = async (body: string) => {
    let text = '';
    for await (const piece of await licet.call('access.import', licet.admin, { params, query, body })) text += piece;
    return text;
  };
  expect(await imported('maya,pay\u2010out\n')).toContain('The name “pay\u2010out” looks like “pay-out”');
  expect(await imported('maya,z y\nmaya,z\u00a0y\n')).toContain('"code":"name_taken"');
  const changes = [{ call: 'permissions.create', params, body: { name: 'pay\u2010out' } }];
  const plan = await licet.call('plans.make', licet.admin, { body: { changes } });
  expect(plan.steps[0]?.refused).toMatchObject({ code: 'name_taken' });
});

test('an application cannot have a name that looks like another’s', async () => {
  const create = (id: string, name: string) =>
    licet.outcome('applications.create', licet.admin, { body: { id, name } });
  expect(await create('cop', 'Cop')).toBe('ok');
  expect(await create('cop-2', 'Сор')).toBe('name_taken');
  expect(await create('cop-2', 'Cop 2')).toBe('ok');
});

test('an existing look-alike can still be changed', async () => {
  const made = await licet.build(async ({ connection, no }) => {
    await connection.query('alter table permissions disable trigger permissions_look_alike');
    const { rows } = await connection.query<{ id: string }>(
      `insert into permissions (id, app_id, name, title, created_no, no_from)
       select gen_random_uuid(), a.id, 'ys.х', '', ${no}, ${no} from applications a where a.key = 'pay' returning id`,
    );
    await connection.query('alter table permissions enable trigger permissions_look_alike');
    return { id: rows[0]?.id ?? '', no };
  });
  const input = { params: { ...params, permission: made.id }, body: { title: 'Old' }, ifMatch: made.no };
  expect(await licet.outcome('permissions.update', licet.admin, input)).toBe('ok');
});
