import type { PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeStatementsDown } from '../../../store/statements.testing.ts';
import { type TestLicet, testLicet } from '../../testing.ts';
import { madeId, makeAll } from './together.testing.ts';

let licet: TestLicet;
let written: ReturnType<typeof writeStatementsDown>;
beforeAll(async () => {
  licet = await testLicet();
  written = writeStatementsDown(licet.database);
});
afterAll(() => licet.close());

/** The statements that remove credentials when a plan deletes this many users. */
async function deleting(count: number): Promise<string[]> {
  const people = Array.from(
    { length: count },
    (_, n): PlannedChange => ({ call: 'users.create', body: { username: `new.${n}`, name: `New ${n}` } }),
  );
  await makeAll(licet, licet.admin, people);
  const { rows } = await licet.database.pool.query<{ id: string }>(
    `select id from users where username like 'new.%' and no_to > 1e18`,
  );
  written.taken();
  await makeAll(
    licet,
    licet.freshAdmin,
    rows.map(({ id }): PlannedChange => ({ call: 'users.remove', params: { user: id } })),
  );
  return written
    .taken()
    .filter((it) => /^unnamed: (delete from|with ended|insert into (cut_offs|sign_in_epochs))/.test(it));
}

test('deletes many users and their credentials with as many statements as a few', async () => {
  const few = await deleting(120);
  expect(few).toContainEqual(expect.stringContaining('delete from passkeys'));
  expect(await deleting(400)).toEqual(few);
});

test('asks about many groups and e-mail domains with as many statements as about a few', async () => {
  const manager = await licet.user('groups.manage', 'groups.read', 'users.manage', 'users.read');
  const making = async (count: number) => {
    const changes = Array.from({ length: count }, (_, n): PlannedChange[] => {
      const [user, group] = [madeId(2 * n), madeId(2 * n + 1)];
      const body = { username: `u${count}.${n}`, name: `User ${n}`, email: `u@d${n}.of${count}.example` };
      return [
        { call: 'users.create', as: user, body },
        { call: 'groups.create', as: group, body: { name: `Group ${n} of ${count}` } },
        { call: 'groups.addMember', params: { group, member: user } },
      ];
    }).flat();
    written.taken();
    await makeAll(licet, manager, changes);
    return written.taken().length;
  };
  const few = await making(350);
  expect(await making(600)).toBe(few);
});
