import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBackup } from '../../backup/read-backup.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('a backup by hand has an event before its first byte is sent, which the backup contains too', async () => {
  const key = Buffer.alloc(32, 3);
  const newest = async () => (await licet.call('audit.list', operator, { query: { limit: '1' } })).items[0];
  const before = (await newest())?.no ?? 0;
  const pieces = await licet.call('operator.backup', operator, { body: { key: key.toString('base64') } });
  expect((await newest())?.no).toBe(before);
  const { header, readAll } = await openBackup(pieces, { kind: 'key', key });
  expect(await newest()).toMatchObject({ no: before + 1, action: 'licet.backed_up', after: { lock: 'key' } });
  expect(header.change).toBe(before + 1);
  const nothing = async () => undefined;
  await readAll({ begin: nothing, rows: nothing, end: nothing });
});
