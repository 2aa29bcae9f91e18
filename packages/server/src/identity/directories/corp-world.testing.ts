import type { QueryResult } from 'pg';
import { type Slapd, startSlapd } from '../../../../../scripts/debian-slapd.ts';
import { openGuard } from '../../outgoing/guard.ts';
import { type DirectoryFields, insertConnection, keepConnectionSecret } from '../../store/connections/connections.ts';
import { type TestStore, testStore } from '../../store/store.testing.ts';
import { usualDirectory } from '../../usecases/connections/usual.ts';
import { aboutConnection } from '../keys/secrets.ts';
import { arrange, startServer, type TestClient, type TestServer } from '../steps/sign-in.testing.ts';
import { addLicetClient, begin } from '../steps/steps.testing.ts';
import { corp, corpSettings, reader } from './corp.testing.ts';
import { createDirectories } from './directories.ts';

/** A running Licet with the directory of a fictional company. */
export interface CorpWorld {
  readonly slapd: Slapd;
  readonly store: TestStore;
  readonly server: TestServer;
  readonly licet: TestClient;
  /** Connects the directory, and returns the id of the connection. */
  readonly connect: (overrides: Partial<DirectoryFields>) => Promise<string>;
  readonly rows: (text: string, values?: unknown[]) => Promise<QueryResult>;
  readonly close: () => Promise<void>;
}

export async function corpWorld(): Promise<CorpWorld> {
  const slapd = await startSlapd(corp);
  const store = await testStore();
  const directories = createDirectories(openGuard({ allowed: ['127.0.0.1', 'localhost'] }), 20_000);
  const server = await startServer(store, { directories, api: true });
  const licet = await addLicetClient(store);
  return {
    slapd,
    store,
    server,
    licet,
    connect: (overrides) =>
      arrange(store, async (handle) => {
        const settings = { kind: 'ldap' as const, directory: corpSettings(slapd) };
        const id = await insertConnection(handle, { ...usualDirectory, name: 'Corp', ...settings, ...overrides });
        const sealed = server.identity.secrets.seal(reader.password, aboutConnection(id));
        await keepConnectionSecret(handle.connection, id, sealed, null);
        return id;
      }),
    rows: (text, values = []) => store.database.pool.query(text, values),
    close: async () => {
      await server.close();
      await store.close();
      await slapd.close();
    },
  };
}

/** Types a name and a password into the sign-in page, after resetting earlier failures. */
export async function enter({ server, licet, rows }: CorpWorld, login: string, typed: string) {
  await rows('delete from failures');
  return (await begin(server, licet)).password(login, typed);
}

/** The same; returns the outcome in a word. */
export async function outcomeOf(world: CorpWorld, login: string, typed: string): Promise<string> {
  const { status, body } = await enter(world, login, typed);
  return status === 200 ? 'signed in' : `${body.code}`;
}
