import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

const names = ['=sum', '+1', '-1', '@x', '＝y', '＠z', ';x', 'a;=b', "'=quoted", 'a,b', 'a "b"', 'plain'];

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
  for (const key of ['from', 'to-comma', 'to-semicolon']) await licet.owned(key);
  const params = { application: 'from' };
  const user = await licet.call('users.create', licet.admin, { body: { username: '=evil', name: 'Evil' } });
  for (const name of names) {
    const permission = await licet.call('permissions.create', licet.admin, { params, body: { name } });
    const [principal, gives] = [
      { kind: 'user', id: user.id },
      { kind: 'permission', id: permission.id },
    ];
    await licet.call('grants.create', licet.admin, { params, body: { principal, gives, reason: 'Test.' } });
  }
});
afterAll(() => licet.close());

async function exported(application: string, query: Record<string, string>): Promise<string> {
  let text = '';
  for await (const piece of await licet.call('access.export', licet.admin, { params: { application }, query }))
    text += piece;
  return text;
}

test.each(['comma', 'semicolon'])(
  'imports an exported CSV file with escaped formulas unchanged (%s)',
  async (delimiter) => {
    const file = await exported('from', { format: 'csv', delimiter });
    expect(file.startsWith(`\uFEFF'=evil`)).toBe(true);
    // No cell starts a formula, even if the spreadsheet splits lines at the other delimiter.
    for (const cell of file.replace('\uFEFF', '').split(/[;,\r\n]/)) expect(cell).not.toMatch(/^"?[=+\-@＝＠]/);
    const application = `to-${delimiter}`;
    const body = file;
    const query = { kind: 'permissions' };
    const report = await licet
      .call('access.import', licet.admin, { params: { application }, query, body })
      .catch((error) => expect.fail(JSON.stringify(error.problem.errors)));
    for await (const _ of report);
    expect(await exported(application, {})).toBe(await exported('from', {}));
  },
);
