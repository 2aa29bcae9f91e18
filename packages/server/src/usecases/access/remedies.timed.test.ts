import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDecisionBasis } from '../../store/access/basis.ts';
import { rolesFor } from '../../store/access/remedies.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { rolesInEachOther } from '../large-roles.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('roles that include each other are followed once for all remedies', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const { id } = await licet.call('permissions.create', owner, { params, body: { name: 'read' } });
  const base = await licet.call('roles.create', owner, { params, body: { name: 'reader', permissions: [id] } });
  await licet.build((change) => rolesInEachOther(change, { application: key, roles: 300, base: base.id }));
  await licet.database.pool.query('analyze');
  const { userId } = await licet.user();
  await readNow(licet.database, async (snapshot) => {
    const basis = await readDecisionBasis(snapshot, { application: key, party: userId, permission: 'read' });
    if (typeof basis === 'string' || !basis.permission) throw new Error('The user has been added.');
    const { permission, leads, held } = basis;
    const least = async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let n = 0; n < 4; n += 1) {
        const begun = performance.now();
        await work();
        times.push(performance.now() - begun);
      }
      return Math.min(...times);
    };
    const remedies = await least(() => rolesFor(snapshot, permission, leads, held));
    const walk = await least(() =>
      snapshot.connection.query(
        `with recursive below(id) as (
           select id from roles where app_id = (select id from applications where key = $1)
           union select i.included_id from below b join inclusions i on i.role_id = b.id
         ) select to_json(array_agg(i.included_id)) from below b join inclusions i on i.role_id = b.id`,
        [key],
      ),
    );
    expect(remedies / walk).toBeLessThan(10);
  });
});
