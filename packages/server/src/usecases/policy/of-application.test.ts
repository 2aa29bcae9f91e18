import type { ApplicationPolicyChange, LicetPermission } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { firstPolicy } from '../../store/policy/policy.ts';
import { insertUser } from '../../store/users/users.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const nothing: ApplicationPolicyChange = { ways: null, secondFactor: false, maxAge: null };

test('the requirements of an application are changed by its owner and administrators, on the audit chain', async () => {
  const { key } = await licet.owned();
  const params = { application: key };
  expect(await licet.call('policy.ofApplication', licet.admin, { params })).toEqual({
    ...nothing,
    organisationWays,
    version: 0,
  });
  const body = { ways: ['passkey'], secondFactor: true, maxAge: 3600 };
  const after = await licet.call('policy.updateOfApplication', operator, { params, body, ifMatch: 0 });
  expect(after).toMatchObject(body);
  expect(await licet.call('policy.ofApplication', licet.admin, { params })).toEqual(after);
  expect(await licet.outcome('policy.updateOfApplication', operator, { params, body: nothing, ifMatch: 0 })).toBe(
    'version_conflict',
  );
  const { items } = await licet.call('audit.list', licet.admin, { query: { action: 'application.sign_in_changed' } });
  expect(items).toMatchObject([{ application: key, before: nothing, after: body }]);
  const member = await licet.user();
  expect(await licet.outcome('policy.ofApplication', member, { params })).toBe('not_found');
  expect(await licet.outcome('policy.updateOfApplication', member, { params, body })).toBe('not_found');
});

test('accepts only ways of the organisation, and Licet itself requires what the organisation requires', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  await licet.build((change) => setPasswordHash(change, licet.admin.userId, 'test:ada'));
  await licet.call('policy.update', operator, {
    body: { ...withoutVersion, ways: ['password'] },
  });
  const { organisationWays: taken } = await licet.call('policy.ofApplication', owner, { params });
  expect(taken, 'its owner sees what there is to choose from').toEqual(['password']);
  const body = { ...nothing, ways: ['passkey'] };
  expect(await licet.outcome('policy.updateOfApplication', operator, { params, body })).toBe('invalid_request');
  await licet.call('policy.update', operator, { body: withoutVersion });
  expect(
    await licet.outcome('policy.updateOfApplication', operator, { params: { application: 'licet' }, body: nothing }),
  ).toBe('built_in');
});

test('its plan names only users with access or ownership; owners are stopped like others', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const add = (username: string) =>
    licet.build(async (change) => {
      const user = await insertUser(change, { username, email: null, name: username, status: 'active' });
      await setPasswordHash(change, user.id, `test:${username}`);
      return user.id;
    });
  const [inside] = [await add('inside'), await add('outside')];
  const role = await licet.call('roles.create', licet.admin, { params, body: { name: 'reader' } });
  const grant = { principal: { kind: 'user', id: inside }, gives: { kind: 'role', id: role.id } };
  await licet.call('grants.create', licet.admin, { params, body: grant });
  const body = { ...nothing, secondFactor: true };
  await licet.build((change) => setPasswordHash(change, owner.userId, 'test:owner'));
  const planned = await licet.call('policy.planOfApplication', licet.admin, { params, body });
  const { name } = await licet.call('users.get', licet.admin, { params: { user: owner.userId } });
  const stopped = [name, 'inside'].sort().map((each) => ({ user: { name: each }, outcome: 'stopped' }));
  expect(planned.items).toMatchObject(stopped);
  expect(planned).toMatchObject({ people: 2, counts: { stopped: 2 }, present: { stopped: 0 }, locksOut: false });
  expect(await licet.outcome('policy.planOfApplication', owner, { params, body })).toBe('forbidden');
  const outcome = async (...permissions: LicetPermission[]) =>
    licet.outcome('policy.planOfApplication', await licet.user(...permissions), { params, body });
  expect(await outcome('applications.read', 'users.read'), 'who holds something is no matter of users alone').toBe(
    'forbidden',
  );
  expect(await outcome('applications.read', 'users.read', 'access.read')).toBe('ok');
});

const { version: _, ...withoutVersion } = firstPolicy;
const { ways: organisationWays } = firstPolicy;
