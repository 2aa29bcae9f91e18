import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { optionOf } from '../../../../console/src/blocks/find.ts';
import { readSentence } from '../../../../console/src/features/palette/sentence.ts';
import { type FindEntries, understand } from '../../../../console/src/features/palette/understand.ts';
import { insertUser } from '../../store/users/users.ts';
import { type Desk, deskIn } from '../requests/testing.ts';
import { callerOf, type TestLicet, testLicet } from '../testing.ts';

// Runs the console's palette on the real search, because the order and the limit of its results matter.
describe('the palette', () => {
  const maya = 'maya.lindqvist@example.com';
  let licet: TestLicet;
  let desk: Desk;
  let zed: ReturnType<typeof callerOf>;

  beforeAll(async () => {
    licet = await testLicet();
    desk = await deskIn(licet);
    const add = (username: string, email: string, name: string) =>
      licet.build((change) => insertUser(change, { username, email, name, status: 'active' }));
    await add('mlindqvist', maya, 'Maya Sofia Lindqvist');
    zed = callerOf((await add('zed', 'zed@gmail.example', 'Zed Zero')).id);
    const role = { name: 'payer', title: 'Invoice payer' };
    await licet.call('roles.create', desk.owner, { params: desk.params, body: role });
    const program = { name: 'Nightly Export', kind: 'service' };
    await licet.call('clients.create', desk.owner, { params: desk.params, body: program });
  });
  afterAll(() => licet.close());

  const find: FindEntries = async (kinds, q) => {
    const query = { q, kinds: kinds.join(','), limit: '10' };
    return (await licet.call('search.find', licet.admin, { query })).items.map(optionOf);
  };
  const meant = (text: string) => understand(readSentence(text, new Date()), find, undefined);
  const rename = (name: string) => licet.call('me.update', zed, { body: { name } });

  test.each([
    [`${maya} as`, `grant ${maya} as payer 2h`],
    [`${maya} access`, `grant ${maya} access payer 2h`],
    [`user ${maya}`, `grant user ${maya} payer 2h`],
    [`${maya} temporarily`, `give ${maya} temporarily payer 2h`],
    [`dem Benutzer ${maya}`, `gib dem Benutzer ${maya} clerk 2h`],
    ['Maya Sofia Lindqvist as', 'grant maya sofia lindqvist as payer 2h'],
    ['mlindqvist as', 'grant mlindqvist as payer 2h'],
    ['mlindqvist', 'may mlindqvist refunds.approve'],
    [maya, `may ${maya} refunds.approve`],
  ])('with one user named “%s”, lists both users for “%s”', async (name, text) => {
    await rename(name);
    const found = await meant(text);
    expect(found?.tied.holders).toBe(true);
    expect(found?.holders.map(({ detail }) => detail).toSorted()).toEqual([maya, 'zed@gmail.example']);
  });

  test.each([
    ['new.joiner@example.com', 'grant new.joiner@example.com payer 2h'],
    ['new.joiner@example.com', 'may new.joiner@example.com refunds.approve'],
    ['Mona Berg (mona.berg@example.com)', 'grant mona.berg@example.com payer 2h'],
  ])('finds no user for an address without an account, even if a user chose the name “%s”', async (name, text) => {
    await rename(name);
    const found = await meant(text);
    expect([found?.holders.map(({ detail }) => detail), found?.tied.holders]).toEqual([['zed@gmail.example'], true]);
  });

  test('finds the user with the typed address, even if another address begins alike', async () => {
    await rename('zed@gmail.example.org');
    const found = await meant('grant zed@gmail.example payer 2h');
    expect([found?.holders[0]?.detail, found?.tied.holders]).toEqual(['zed@gmail.example', false]);
  });

  test('never takes a user for the program of the same name', async () => {
    await rename('Nightly Export');
    expect((await meant('grant nightly export clerk 2h'))?.tied.holders).toBe(true);
  });

  test('lists the user with the typed address, even if roles of other applications fill the results', async () => {
    await rename(`${maya} invoice`);
    const other = await deskIn(licet);
    for (let n = 0; n < 10; n += 1)
      await licet.call('roles.create', other.owner, {
        params: other.params,
        body: { name: `p${n}`, title: 'Invoice payer' },
      });
    const found = await meant(`grant ${maya} invoice payer in ${desk.key} 2h`);
    expect([found?.tied.holders, found?.holders[0]?.detail]).toEqual([true, maya]);
  });
});
