// packages/server/src/usecases/plans/names-long.test.ts
import { limits, type NameInFiles } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('the event of a plan names the first of very many names that were taken for something else', async () => {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const names: NameInFiles[] = [];
  for (let n = 0; n < 150; n += 1) {
    const name = `${'x'.repeat(240)}-${n}`;
    const create = () => licet.call('roles.create', owner, { params, body: { name } });
    const { id: role } = await create();
    await licet.call('roles.remove', owner, { params: { application, role } });
    const { id } = await create();
    names.push({ kind: 'role', application, name, id });
  }
  const acceptMoved = (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.no;
  await licet.call('plans.apply', owner, { body: { changes: [], set: 'files', names, acceptMoved } });
  const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
  const after = items[0]?.after as { accepted?: { roles?: string[] } } | undefined;
  const roles = after?.accepted?.roles ?? [];
  expect(roles.join('').length).toBeLessThan(limits.eventNamesMax.value + 100);
  expect(roles.at(-1)).toMatch(/^and \d+ more$/);
});
