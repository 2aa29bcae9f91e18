import { type CallId, compareNames } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../usecases/testing.ts';
import { migrate } from './migrate.ts';

const names = [
  'Zoë',
  'Ärmel',
  'anna',
  'Öztürk',
  'Anna',
  'Art',
  'Émile',
  'eva',
  'O’Brien',
  'Ægir',
  'Obst',
  'Zoltan',
  'Łukasz',
  'Lutz',
];
const sorted = [
  'Ægir',
  'anna',
  'Anna',
  'Ärmel',
  'Art',
  'Émile',
  'eva',
  'Łukasz',
  'Lutz',
  'O’Brien',
  'Obst',
  'Öztürk',
  'Zoë',
  'Zoltan',
];
const application = 'order';

let licet: TestLicet;
let made: string;
beforeAll(async () => {
  licet = await testLicet();
  await licet.owned(application);
  const params = { application };
  for (const [index, name] of names.entries()) {
    const user = await licet.call('users.create', licet.admin, { body: { username: `w${index}`, name } });
    await licet.call('groups.create', licet.admin, { body: { name: `${name} ${index}` } });
    const role = await licet.call('roles.create', licet.admin, { params, body: { name: `${name}${index}` } });
    await licet.call('permissions.create', licet.admin, { params, body: { name: `${name}${index}` } });
    const principal = { kind: 'user', id: user.id };
    const gives = { kind: 'role', id: role.id };
    await licet.call('grants.create', licet.admin, { params, body: { principal, gives, reason: 'Test.' } });
  }
  const { rows } = await licet.database.pool.query<{ at: string }>('select max(at) as at from change');
  made = rows[0]?.at ?? '';
});
afterAll(() => licet.close());

interface Item {
  readonly name?: string;
  readonly principal?: { readonly name: string };
  readonly gives?: { readonly name: string };
}

async function walked(call: string, query: Record<string, string>, nameOf: (item: Item) => string | undefined) {
  const found: string[] = [];
  const params: Record<string, string> = /^(roles|permissions|grants)/.test(call) ? { application } : {};
  for (let cursor: string | null = ''; cursor !== null; ) {
    const asked = { limit: '3', ...query, ...(cursor && { cursor }) };
    const page = (await licet.call(call as CallId, licet.admin, { params, query: asked })) as unknown as {
      items: Item[];
      next: string | null;
    };
    found.push(...page.items.map((item) => (nameOf(item) ?? '').replace(/ ?\d+$/, '')));
    cursor = page.next;
  }
  return found.filter((name) => names.includes(name));
}

describe('a list by name', () => {
  test('puts Ä next to A in the browser', () => {
    expect(names.toSorted(compareNames)).toEqual(sorted);
  });

  test.each(['users.list', 'groups.list', 'roles.list', 'permissions.list'])(
    'has the same order in %s, page by page',
    async (call) => {
      const nameOf = ({ name }: Item) => name;
      const backwards = sorted.toReversed();
      expect(await walked(call, { sort: 'name' }, nameOf)).toEqual(sorted);
      expect(await walked(call, { sort: '-name' }, nameOf)).toEqual(backwards);
      expect(await walked(call, { sort: 'name', at: made }, nameOf)).toEqual(sorted);
    },
  );

  test.each(['principal', 'gives'] as const)('has the same order in grants by %s, page by page', async (sort) => {
    const nameOf = (item: Item) => item[sort]?.name;
    expect(await walked('grants.list', { sort }, nameOf)).toEqual(sorted);
    expect(await walked('grants.list', { sort: `-${sort}` }, nameOf)).toEqual(sorted.toReversed());
    expect(await walked('grants.list', { sort, at: made }, nameOf)).toEqual(sorted);
  });
});

describe('an index by name', () => {
  const indexes = async () => {
    const { rows } = await licet.database.pool.query<{ name: string; file: string; stale: boolean }>(
      `select i.indexrelid::regclass::text as name, pg_relation_filenode(i.indexrelid)::text as file,
         c.collversion is distinct from pg_collation_actual_version(c.oid) as stale
       from pg_index i join pg_collation c on c.collname = 'names' and c.oid = any(i.indcollation) order by 1`,
    );
    return rows;
  };

  test('is rebuilt once if Licet starts with another version of ICU', async () => {
    const before = await indexes();
    expect(before.length).toBeGreaterThan(5);
    expect(before.some(({ stale }) => stale)).toBe(false);
    await licet.database.pool.query(`update pg_collation set collversion = '1.1' where collname = 'names'`);
    expect((await indexes()).every(({ stale }) => stale)).toBe(true);
    await Promise.all([migrate(licet.database), migrate(licet.database)]);
    const after = await indexes();
    expect(after.some(({ stale }) => stale)).toBe(false);
    expect(after.filter(({ file }, index) => file === before[index]?.file)).toEqual([]);
    await migrate(licet.database);
    expect(await indexes()).toEqual(after);
  });
});
