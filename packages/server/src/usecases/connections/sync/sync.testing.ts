import type { SyncPlan, SyncPlanned, SyncState } from '@licet/contract';
import { type Slapd, startSlapd } from '../../../../../../scripts/debian-slapd.ts';
import { corp, corpSettings, reader } from '../../../identity/directories/corp.testing.ts';
import { type Manager, managerOf } from '../../../identity/directories/manager.testing.ts';
import { aboutConnection } from '../../../identity/keys/secrets.ts';
import {
  type DirectoryFields,
  insertConnection,
  keepConnectionSecret,
} from '../../../store/connections/connections.ts';
import { secrets, type TestLicet, testLicet } from '../../testing.ts';
import { usualDirectory } from '../read.ts';

/** A Licet with a directory that tests can change. */
export interface SyncWorld {
  readonly licet: TestLicet;
  readonly slapd: Slapd;
  readonly manager: Manager;
  readonly connect: (over?: Partial<DirectoryFields>) => Promise<string>;
  readonly plan: (connection: string) => Promise<SyncPlanned>;
  readonly run: (connection: string, confirmation?: string) => Promise<SyncState>;
  readonly rows: <Row = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;
  readonly close: () => Promise<void>;
}

export async function syncWorld(people: readonly string[] = []): Promise<SyncWorld> {
  const licet = await testLicet();
  const slapd = await startSlapd([corp, ...people].join('\n'));
  let made = 0;
  const body = (confirmation?: string) => (confirmation === undefined ? {} : { confirmation });
  const rows: SyncWorld['rows'] = async (text, values = []) => (await licet.database.pool.query(text, values)).rows;
  await rows(`update users set username = 'root', username_key = 'root' where username = 'ada'`);
  return {
    licet,
    slapd,
    rows,
    manager: managerOf(slapd),
    connect: (over = {}) =>
      licet.build(async (handle) => {
        const settings = { kind: 'ldap' as const, directory: corpSettings(slapd) };
        const id = await insertConnection(handle, { ...usualDirectory, name: `Corp ${++made}`, ...settings, ...over });
        const sealed = secrets.seal(reader.password, aboutConnection(id));
        await keepConnectionSecret(handle.connection, id, sealed, null);
        return id;
      }),
    plan: (connection) => licet.call('connections.planSync', licet.admin, { params: { connection } }),
    run: (connection, confirmation) =>
      licet.call('connections.sync', licet.admin, { params: { connection }, body: body(confirmation) }),
    close: async () => {
      await licet.close();
      await slapd.close();
    },
  };
}

/** The usernames in each part of a plan. */
export const namesIn = (plan: SyncPlan | null | undefined) =>
  plan && {
    new: plan.new.items.map(({ username }) => username).sort(),
    changed: plan.changed.items.map(({ username }) => username),
    leaving: plan.leaving.items.map(({ username, because }) => `${username} ${because}`),
    returning: plan.returning.items.map(({ username }) => username),
    kept: plan.kept.items.map(({ username, because }) => `${username} ${because}`),
  };
