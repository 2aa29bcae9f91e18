import { afterAll, beforeAll, expect, test } from 'vitest';
import { directoryIssuer } from '../../../identity/connections/external-provider.ts';
import { corpSettings } from '../../../identity/directories/corp.testing.ts';
import { departedAmong } from '../../../store/connections/absences.ts';
import { findConnection, insertConnection, type StoredDirectory } from '../../../store/connections/connections.ts';
import { insertIdentity, linkedPeople } from '../../../store/connections/identities.ts';
import { change } from '../../../store/kernel/change.ts';
import { operator, type TestLicet, testLicet } from '../../testing.ts';
import { usualDirectory } from '../read.ts';
import { letIn, type MakeChange, NotTaken, suspend } from './change-people.ts';
import { importEntries } from './import-entries.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const makeChange: MakeChange = (work) => change(licet.database, { kind: 'system', id: null, name: 'run' }, work);

/** A directory without a server, and a user who is linked to one of its entries. */
async function linked(name: string) {
  const directory = corpSettings({ port: 1, tlsPort: 2, authority: '' } as never);
  const connectionId = await licet.build((handle) =>
    insertConnection(handle, { ...usualDirectory, name, kind: 'ldap', directory } as never),
  );
  const connection = (await licet.build((handle) => findConnection(handle, connectionId))) as StoredDirectory;
  const { userId } = await licet.user();
  const subject = `entry of ${name}`;
  const issuer = directoryIssuer(connectionId);
  await licet.build(async ({ connection: db, clock }) =>
    insertIdentity(db, userId, connectionId, { issuer, subject, name: 'eve', assuranceValues: [] }, clock, true),
  );
  const person = async () => {
    const found = (await linkedPeople({ connection: licet.database.pool }, connectionId, issuer))[0];
    if (!found) throw new Error('The user is not linked.');
    return found;
  };
  return { connection, userId, params: { user: userId }, person, subject };
}

test('a run reactivates a user whom it suspended, but not one whom an administrator suspended meanwhile', async () => {
  const { connection, params, person } = await linked('Returning');
  await suspend(makeChange, connection, await person(), 'gone');
  const planned = await person();
  expect(planned.suspendedForIt).toBe(true);
  await licet.call('users.reactivate', licet.admin, { params });
  await licet.call('users.suspend', licet.admin, { params });
  expect((await person()).suspendedForIt).toBe(false);
  await expect(letIn(makeChange, connection, planned)).rejects.toThrow(NotTaken);
  expect(await licet.call('users.get', licet.admin, { params })).toMatchObject({ status: 'suspended' });
  await licet.call('users.reactivate', licet.admin, { params });
  await suspend(makeChange, connection, await person(), 'gone');
  await letIn(makeChange, connection, await person());
  expect(await licet.call('users.get', licet.admin, { params })).toMatchObject({ status: 'active' });
});

test.each(['users.remove', 'users.erase'] as const)(
  'after %s of the second user of an entry, a run creates no third user for it',
  async (leave) => {
    const { connection, params, subject } = await linked(`Second ${leave}`);
    const body = { accounts: true, passkeys: true };
    await licet.call('users.resetCredentials', licet.freshAdmin, { params, body });
    const username = `eve.${leave.slice(6)}`;
    const person = {
      id: subject,
      dn: 'uid=eve',
      username,
      name: 'Eve',
      email: null,
      groups: [],
      closed: false,
      endsAt: null,
    };
    const run = async () =>
      (await makeChange((handle) => importEntries(handle, connection, { people: [person] as never }, () => undefined)))
        .people;
    expect((await run()).map((made) => made.username)).toEqual([username]);
    const { items } = await licet.call('users.list', licet.admin, { query: { q: username } });
    const caller = leave === 'users.erase' ? operator : licet.freshAdmin;
    await licet.call(leave, caller, { params: { user: items[0]?.id ?? '' } });
    expect(await run()).toEqual([]);
  },
);

test.each(['users.remove', 'users.erase'] as const)(
  'a run may create a new user for an unlinked entry, but not after %s of its former user',
  async (leave) => {
    const { connection, params, subject } = await linked(leave);
    const departed = async () => [...(await departedAmong(licet.database.pool, connection.id, [subject]))];
    const body = { accounts: true, passkeys: true };
    await licet.call('users.resetCredentials', licet.freshAdmin, { params, body });
    expect(await departed()).toEqual([]);
    await licet.call(leave, leave === 'users.erase' ? operator : licet.freshAdmin, { params });
    expect(await departed()).toEqual([subject]);
  },
);
