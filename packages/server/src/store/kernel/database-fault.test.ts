import { beforeAll, expect, test } from 'vitest';
import { checks } from '../checks.ts';
import { type TestStore, testStore } from '../store.testing.ts';
import { openDatabase } from './database.ts';
import { cannotConnect, databaseFault } from './database-fault.ts';
import { layWire } from './wire.testing.ts';

let store: TestStore;

beforeAll(async () => {
  store = await testStore();
  return store.close;
});

/** The fault of a connection to an address. */
async function faultAt(connectionString: string) {
  const database = openDatabase({ checks, connectionString, returnsWithin: 0 });
  try {
    return await database.connect().then(() => undefined, databaseFault);
  } finally {
    await database.close();
  }
}

test('reports that the database does not exist', async () => {
  const wire = await layWire(store.database.ownClient());
  const address = wire.url.replace(/\/[^/?]*($|\?)/, '/no_such_database$1');
  expect(await faultAt(address)).toEqual({ reason: 'the database named in LICET_DATABASE_URL does not exist' });
  wire.close();
});

test('reports that no server listens at the address', async () => {
  expect(await faultAt('postgres://licet@127.0.0.1:9/licet')).toEqual({ reason: 'nothing listens at its address' });
});

test('reports a CA file that does not exist', async () => {
  const address = 'postgres://licet@127.0.0.1:9/licet?sslmode=verify-full&sslrootcert=/nowhere/ca.pem';
  expect(await faultAt(address)).toEqual({ reason: 'the file /nowhere/ca.pem in its address does not exist' });
});

test('explains how to trust the authority that issued the certificate', () => {
  const error = Object.assign(new Error('self-signed certificate in chain'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
  expect(databaseFault(error)).toEqual({
    reason: 'its certificate is from an authority that is not trusted here',
    next: expect.stringContaining('sslrootcert='),
  });
});

test('for a certificate of another host, suggests the name in the certificate, not another authority', () => {
  const error = Object.assign(new Error('altnames'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  expect(cannotConnect(error)).toBe(
    'Licet cannot connect to the database: its certificate is for another name than the one in the address. Write the name that is in its certificate into LICET_DATABASE_URL.',
  );
});

test('returns undefined for an error that is not about the database', () => {
  expect(databaseFault(new TypeError('x is not a function'))).toBeUndefined();
});
