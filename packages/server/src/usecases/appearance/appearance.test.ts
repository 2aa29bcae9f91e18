import { calls } from '@licet/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { png } from '../../appearance/pictures.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { publicAppearance } from './index.ts';

let licet: TestLicet;
beforeEach(async () => {
  licet = await testLicet();
});
afterEach(() => licet.close());

const logo = png(200, 40).toString('base64');
const pictures = async () => (await licet.database.pool.query('select hash from pictures')).rows.length;

test('changes single fields of the appearance with an audit event, and requires the right to manage settings', async () => {
  const manager = await licet.user('settings.manage');
  expect(await licet.call('appearance.get', manager)).toMatchObject({ accent: null, logo: null, version: 0 });
  await licet.call('appearance.update', manager, { body: { accent: '#1f4fd8' } });
  const set = await licet.call('appearance.update', manager, { body: { logo } });
  expect(set).toMatchObject({
    accent: '#1f4fd8',
    accentDark: null,
    logo: { type: 'image/png', width: 200, height: 40 },
  });
  expect(set.logo?.address).toMatch(/^\/appearance\/[0-9a-f]{32}\.png$/);
  const { items } = await licet.call('audit.list', licet.admin);
  expect(items[0]).toMatchObject({
    action: 'appearance.changed',
    before: { accent: '#1f4fd8', logo: null },
    after: { accent: '#1f4fd8', logo: expect.stringMatching(/^200 × 40, [0-9a-f]{32}$/) },
  });
  const member = await licet.user('users.read');
  expect(await licet.outcome('appearance.get', member)).toBe('forbidden');
  expect(await licet.outcome('appearance.update', member, { body: { accent: null } })).toBe('forbidden');
});

test('deletes a picture that is no longer used', async () => {
  const { logo: first } = await licet.call('appearance.update', licet.admin, { body: { logo, logoDark: logo } });
  expect(await pictures()).toBe(1);
  const other = png(100, 20).toString('base64');
  await licet.call('appearance.update', licet.admin, { body: { logo: other } });
  expect(await pictures()).toBe(2); // the first logo is still shown on dark backgrounds
  await licet.call('appearance.update', licet.admin, { body: { logoDark: null } });
  expect(await pictures()).toBe(1);
  const hash = first?.address.slice(12, 44) ?? '';
  const { picture, appearance } = publicAppearance(licet.database);
  await expect(picture(hash)).rejects.toMatchObject({ problem: { code: 'not_found' } });
  expect(await appearance()).toMatchObject({ logo: { width: 100 }, logoDark: null });
});

test('reports invalid values by field, and changes nothing', async () => {
  const svg = Buffer.from('<svg/>').toString('base64');
  const body = { accent: '#1f4fd8', logo: svg, icon: logo };
  await expect(licet.call('appearance.update', licet.admin, { body })).rejects.toMatchObject({
    problem: {
      code: 'invalid_request',
      errors: [{ pointer: '/logo' }, { pointer: '/icon', detail: expect.stringContaining('square') }],
    },
  });
  expect(await licet.call('appearance.get', licet.admin)).toMatchObject({ accent: null, version: 0 });
  expect(calls.appearance.update.body.safeParse({ logo: 'A'.repeat(140_000) }).error?.issues[0]?.message).toMatch(
    /100 kB/,
  );
});

test('accepts an accent for dark backgrounds only with one for light backgrounds, and removes both together', async () => {
  const dark = { accentDark: '#ffcc00' };
  expect(await licet.outcome('appearance.update', licet.admin, { body: dark })).toBe('invalid_request');
  await licet.call('appearance.update', licet.admin, { body: { accent: '#8a6d05', ...dark } });
  expect(await licet.call('appearance.update', licet.admin, { body: { accent: null } })).toMatchObject({
    accentDark: null,
  });
});

test('refuses a change of an outdated version', async () => {
  const { version } = await licet.call('appearance.update', licet.admin, { body: { accent: '#1f4fd8' } });
  const stale = { body: { accent: null }, ifMatch: version - 1 };
  expect(await licet.outcome('appearance.update', licet.admin, stale)).toBe('version_conflict');
  const another = licet.anotherServer();
  const outcomes = ['#8a6d05', '#0b5d1e'].map((accent, index) =>
    (index === 0 ? licet : another).outcome('appearance.update', licet.admin, { body: { accent }, ifMatch: version }),
  );
  expect((await Promise.all(outcomes)).sort()).toEqual(['ok', 'version_conflict']);
  await another.close();
});
