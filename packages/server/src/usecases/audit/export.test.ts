import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logSignIn } from '../../store/sign-in/sign-ins.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
  for (const name of ['first', '=SUM(1)', 'a, "b" c', 'last'])
    await licet.call('groups.create', licet.admin, { body: { name } });
});
afterAll(() => licet.close());

async function exported(query: Readonly<Record<string, string>> = {}): Promise<string> {
  let text = '';
  for await (const piece of await licet.call('audit.export', licet.admin, { query })) text += piece;
  return text;
}
const objects = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('changes', () => {
  test('are complete, oldest first, as in the list, with their origin', async () => {
    const events = objects(await exported()).map(({ origin: _, ...event }) => event);
    const { items, total } = await licet.call('audit.list', licet.admin, { query: { limit: '200', sort: 'no' } });
    expect(events).toEqual(items);
    expect(events).toHaveLength(total);
    expect(events.length).toBeGreaterThan(4);
  });

  test('are filtered as the list is', async () => {
    const { items } = await licet.call('audit.list', licet.admin, { query: { q: 'last' } });
    const at = items[0]?.at ?? '';
    const namesOf = async (query: Readonly<Record<string, string>>) =>
      objects(await exported(query)).map(({ target }) => target.name);
    expect(await namesOf({ action: 'group.created' })).toEqual(['first', '=SUM(1)', 'a, "b" c', 'last']);
    expect(await namesOf({ from: at })).toEqual(['last']);
    expect(await namesOf({ action: 'group.created', to: at })).not.toContain('last');
    expect(await exported({ q: 'nothing that anybody is called' })).toBe('');
  });

  test('37 are CSV in which no spreadsheet finds a formula', async () => {
    const text = await exported({ action: 'group.created', format: 'csv' });
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFno,at,actor_kind,actor_id,actor,action,application,target_kind,target_id,target,before,after,hash,previous_hash,client_id,client,address',
    );
    expect(text).toContain(`,'=SUM(1),`);
    expect(text).toContain(`,"a, ""b"" c",`);
  });
});

test('sign-ins are complete, oldest first, and filtered', async () => {
  const line = { client: 'Ledger', address: '192.0.2.7', agent: '=cmd', userId: null };
  await logSignIn(licet.database.pool, { ...line, outcome: 'unknown_name' }, '2026-02-02T00:00:00Z');
  await logSignIn(licet.database.pool, { ...line, outcome: 'wrong_password' }, '2026-02-01T00:00:00Z');
  const read = async (query: Readonly<Record<string, string>>) => {
    let text = '';
    for await (const piece of await licet.call('audit.exportSignIns', licet.admin, { query })) text += piece;
    return text;
  };
  expect(objects(await read({})).map(({ outcome }) => outcome)).toEqual(['wrong_password', 'unknown_name']);
  expect(objects(await read({ from: '2026-02-01T12:00:00Z' }))).toMatchObject([
    { outcome: 'unknown_name', user: null },
  ]);
  expect(await read({ outcome: 'unknown_name', format: 'csv' })).toMatch(
    /^\uFEFFat,last_at,attempts,.*\r\n2026-02-02T.*,unknown_name,Ledger,192\.0\.2\.7,'=cmd\r\n$/,
  );
});
