// packages/server/src/usecases/separations/long-events.test.ts
import { limits } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('an event leaves out long parts that a change leaves as they are', async () => {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const ids: string[] = [];
  for (let n = 0; n < 150; n += 1) {
    const body = { name: `${'x'.repeat(240)}-${n}` };
    ids.push((await licet.call('roles.create', owner, { params, body })).id);
  }
  const parts = [ids.slice(0, 75), ids.slice(75)].map((part) => ({
    elements: part.map((id) => ({ kind: 'role', id })),
  }));
  const { id: separation } = await licet.call('separations.create', licet.admin, { body: { name: 'Long', parts } });
  const update = (body: object) => licet.call('separations.update', licet.admin, { params: { separation }, body });
  const lastEvent = async () => (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0];
  await update({ why: 'Money' });
  expect((await lastEvent())?.before).toEqual({ name: 'Long', why: '', atMost: 1 });
  expect((await lastEvent())?.after).toEqual({ name: 'Long', why: 'Money', atMost: 1 });
  await update({ parts: parts.map(({ elements }) => ({ elements: elements.slice(1) })) });
  expect(JSON.stringify((await lastEvent())?.after).length).toBeGreaterThan(limits.eventNamesMax.value);
});
