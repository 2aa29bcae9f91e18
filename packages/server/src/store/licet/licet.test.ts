import { consoleClientId, licetPermissions, licetRoles } from '@licet/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../postgres/testing.ts';
import { findClient } from '../applications/clients.ts';
import { checks } from '../checks.ts';
import { type Database, openDatabase } from '../kernel/database.ts';
import { migrate } from '../kernel/migrate.ts';
import { read } from '../kernel/snapshot.ts';
import { ensureLicet, holdAddress, PublicAddressError } from './licet.ts';

let place: TestDatabase;
let database: Database;
beforeEach(async () => {
  place = await testDatabase();
  database = openDatabase({ checks, connectionString: place.connectionString });
  await migrate(database);
});
afterEach(async () => {
  await database.close();
  await place.drop();
});

const all = async <Row extends object>(sql: string) => (await database.pool.query<Row>(sql)).rows;
const now = 'no_to = 9223372036854775807';

describe('Licet’s own application', () => {
  test('exists after the first start, with its catalogue, its roles and the console’s client', async () => {
    await ensureLicet(database, 'https://id.example');
    const permissions = await all<{ name: string; title: string }>(`select name, title from permissions where ${now}`);
    expect(Object.fromEntries(permissions.map(({ name, title }) => [name, title]))).toEqual(licetPermissions);
    const roles = await all<{ name: string; holds: string[] }>(
      `select r.name, array(select p.name from role_permissions x join permissions p on p.id = x.permission_id
       where x.role_id = r.id) as holds from roles r where r.${now}`,
    );
    expect(new Set(roles.map(({ name }) => name))).toEqual(new Set(['admin', ...Object.keys(licetRoles)]));
    for (const { name, holds } of roles) expect(new Set(holds)).toEqual(new Set(licetRoles[name]?.permissions));
    const client = await read(database, ({ connection }) => findClient(connection, consoleClientId));
    expect(client).toMatchObject({
      application: 'licet',
      applicationName: 'Licet',
      kind: 'browser',
      builtIn: true,
      redirectUris: ['https://id.example/callback'],
      postLogoutRedirectUris: ['https://id.example/'],
      webOrigins: ['https://id.example'],
    });
  });

  test('is created once by simultaneous processes, and left unchanged by later ones', async () => {
    await Promise.all([1, 2, 3].map(() => ensureLicet(database, 'https://id.example')));
    await ensureLicet(database, 'https://id.example');
    expect(await all(`select 1 from applications where ${now}`)).toHaveLength(1);
    expect(await all('select 1 from settings')).toHaveLength(1);
    expect(await all('select 1 from change')).toHaveLength(1);
  });

  test('takes over a changed public address, and records the change', async () => {
    expect(await ensureLicet(database, 'https://old.example')).toBeUndefined();
    const moved = { from: 'https://old.example', to: 'http://localhost:4080' };
    expect(await ensureLicet(database, moved.to)).toEqual(moved);
    const client = await read(database, ({ connection }) => findClient(connection, consoleClientId));
    expect(client).toMatchObject({ id: consoleClientId, redirectUris: ['http://localhost:4080/callback'] });
    expect(await all('select action, before, after from change order by no desc limit 1')).toEqual([
      { action: 'licet.address_changed', before: { issuer: moved.from }, after: { issuer: moved.to } },
    ]);
  });

  test('keeps its address while a server that uses it runs', async () => {
    const here = 'https://id.example';
    await ensureLicet(database, here);
    const [running, same] = [database.directClient(), database.directClient()];
    for (const session of [running, same]) {
      await session.connect();
      await holdAddress(session, here);
    }
    await expect(ensureLicet(database, 'https://other.example')).rejects.toThrow(
      'Another server is using this database with another public address (the database has https://id.example).',
    );
    expect(await ensureLicet(database, here)).toBeUndefined();
    await running.end();
    await expect(ensureLicet(database, 'https://other.example')).rejects.toBeInstanceOf(PublicAddressError);
    await same.end();
    await expect.poll(() => ensureLicet(database, 'https://other.example').catch(() => 'refused')).not.toBe('refused');
  });

  test('gains new permissions, drops removed ones, and keeps changes to its roles at an upgrade', async () => {
    await ensureLicet(database, 'https://id.example');
    await all(`delete from permissions where name = 'keys.manage'`);
    await all(`update permissions set name = 'old.permission' where name = 'audit.read'`);
    await all(`update roles set no_to = 2 where name = 'auditor'`);
    await ensureLicet(database, 'https://id.example');
    const permissions = await all<{ name: string }>(`select name from permissions where ${now}`);
    expect(new Set(permissions.map(({ name }) => name))).toEqual(new Set(Object.keys(licetPermissions)));
    expect(await all(`select 1 from roles where name = 'auditor' and ${now}`)).toEqual([]);
    expect(
      await all(`select 1 from role_permissions x join permissions p on p.id = x.permission_id
      where x.${now} and p.name = 'old.permission'`),
    ).toEqual([]);
    const [change] = await all<{ action: string }>('select action from change order by no desc limit 1');
    expect(change?.action).toBe('licet.upgraded');
  });

  test('gains a new initial role once at an upgrade, unless it ever had a role of that name', async () => {
    const here = 'https://id.example';
    const holds = () =>
      all<{ name: string }>(
        `select p.name from roles r join role_permissions x on x.role_id = r.id and x.${now}
         join permissions p on p.id = x.permission_id where r.name = 'help-desk' and r.${now} order by 1`,
      );
    const withoutRole = async () => {
      await all(`delete from role_permissions where role_id in (select id from roles where name = 'help-desk')`);
      await all(`delete from roles where name = 'help-desk'`);
    };
    const changes = () => all('select 1 from change');
    await ensureLicet(database, here);
    await withoutRole();
    await ensureLicet(database, here);
    expect((await holds()).map(({ name }) => name)).toEqual(licetRoles['help-desk']?.permissions.toSorted());
    await ensureLicet(database, here);
    expect(await changes()).toHaveLength(2);
    await all(`update roles set no_to = 3 where name = 'help-desk'`);
    await ensureLicet(database, here);
    expect(await holds()).toEqual([]);
    // A role whose name looks like that of the initial role also counts. Otherwise the database would refuse the second
    // name, and the server would not start.
    for (const name of ['help-desk', 'Help-Desk', 'help\u2010desk', 'help\u2011desk', 'help\u2013desk']) {
      await withoutRole();
      await all(`delete from roles where title = 'Ours'`);
      await all(`insert into roles (id, app_id, name, title, created_no, no_from)
        select gen_random_uuid(), id, '${name}', 'Ours', 2, 2 from applications where ${now}`);
      await ensureLicet(database, here);
      expect(await all(`select name, title from roles where skeleton = 'help-desk'`)).toEqual([
        { name, title: 'Ours' },
      ]);
    }
    expect(await holds()).toEqual([]);
    expect(await changes()).toHaveLength(2);
  });
});
