import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeStatementsDown } from '../../../store/statements.testing.ts';
import { authoriseNow } from '../../authorise.ts';
import { type TestLicet, testLicet } from '../../testing.ts';
import { effectsOf } from './effects.ts';

let licet: TestLicet;
let group: string;
let written: ReturnType<typeof writeStatementsDown>;
beforeAll(async () => {
  licet = await testLicet();
  group = (await licet.call('groups.create', licet.admin, { body: { name: 'Staff' } })).id;
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const role = await licet.call('roles.create', owner, { params, body: { name: 'reader' } });
  const body = { principal: { kind: 'group', id: group }, gives: { kind: 'role', id: role.id } };
  await licet.call('grants.create', owner, { params, body });
  written = writeStatementsDown({ pool: licet.database.longDrafts });
});
afterAll(() => licet.close());

/** The number of statements that it takes to compute the access of this many new users. */
async function statementsFor(count: number): Promise<number> {
  const { database, admin: caller } = licet;
  const access = await authoriseNow(database, caller, 'connections.planSync', undefined);
  const joining = Array.from({ length: count }, (_, n) => ({ username: `u${n}`, name: `U ${n}`, groups: [group] }));
  written.taken();
  const { effects } = await effectsOf(
    { database, caller, access } as never,
    { work: { leaving: [], returning: [], changed: [] }, brought: { joining }, at: '' } as never,
  );
  expect(effects).toMatchObject([{ gains: { roles: ['reader'] }, count }]);
  return written.taken().length;
}

test('the effects of many new users take as many statements as those of a few', async () => {
  const few = await statementsFor(120);
  expect(few).toBeLessThan(100);
  expect(await statementsFor(400)).toBe(few);
});
