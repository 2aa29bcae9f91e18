import { foldIdentity } from '@licet/contract';
import type { Checked } from '../ldap/check-password.ts';
import type { Whom } from '../ldap/directory.ts';
import { mappedAmong } from '../ldap/groups.ts';
import { Refusal } from '../refusal.ts';
import { listConnections, type StoredDirectory } from '../store/connections/connections.ts';
import { subjectsOf } from '../store/connections/identities.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { rulesAt } from '../store/policy/requirements.ts';
import { type Account, findAccount } from '../store/sign-in/accounts.ts';
import { directoryIssuer, type Proved } from '../upstream/provider.ts';
import { directoryOf } from '../upstream/secret-of.ts';
import type { Elsewhere, PasswordAttempt, Visit } from './authenticate.ts';
import type { ConnectionParts } from './by-connection.ts';
import { accountOf } from './first-visit.ts';
import { settleGroups } from './mapped-groups.ts';

// People of a directory type its name and password into the page as everybody does. Which directory is asked is decided by who is linked,
// or by the name alone: never by whether there is somebody of it.

/** The directories that people may sign in by. */
export async function directoriesOpen(
  { database }: Pick<ConnectionParts, 'database'>,
  { application, now }: Pick<Visit, 'application' | 'now'>,
) {
  const { ways } = await rulesAt(poolOf(database), application);
  if (!ways.includes('provider')) return [];
  const connections = await listConnections({ connection: poolOf(database), at: now });
  return connections.filter((it): it is StoredDirectory => it.enabled && it.kind === 'ldap');
}

/** What compares what was typed with what directories have; undefined when the name leads to none. */
export function askDirectories(parts: ConnectionParts, open: readonly StoredDirectory[]): Elsewhere {
  const { database, upstream, secrets } = parts;
  const opened = (connection: StoredDirectory) => directoryOf(poolOf(database), secrets, connection);
  return {
    leads: async (attempt, account) => {
      const led = await ledTo(parts, open, attempt.login, account);
      if (led.length === 0) return undefined;
      let proved: { readonly connection: StoredDirectory; readonly found: Right } | undefined;
      return {
        fits: async () => {
          proved = await firstRight(led, async ({ connection, whom }) =>
            upstream.directories.check(await opened(connection), whom, attempt),
          );
          return proved !== undefined;
        },
        account: async () => proved && settled(parts, attempt, proved.connection, proved.found),
      };
    },
    // Whenever one cannot be asked, every wrong answer says so: else it would tell whose password is checked there.
    refuseWhereDown: async () => {
      await Promise.all(
        open.map(async (connection) => upstream.directories.requireReachable(await opened(connection))),
      );
    },
  };
}

interface Led {
  readonly connection: StoredDirectory;
  readonly whom: Whom;
}

type Right = Extract<Checked, { kind: 'right' }>;

/** Who is linked is looked for by what names them for good; somebody who is not known here, by their name. */
async function ledTo(
  { database }: ConnectionParts,
  open: readonly StoredDirectory[],
  login: string,
  account: Pick<Account, 'id'> | undefined,
): Promise<Led[]> {
  if (open.length === 0) return [];
  if (account) {
    const subjects = await subjectsOf(poolOf(database), account.id);
    return open.flatMap((connection) =>
      subjects
        .filter(({ issuer }) => issuer === directoryIssuer(connection.id))
        .map(({ subject }) => ({ connection, whom: { subject } })),
    );
  }
  const [, domain] = /@([^@]+)$/.exec(foldIdentity(login.trim())) ?? [];
  return open
    .filter(({ domains }) => domain === undefined || domains.includes(domain))
    .map((connection) => ({ connection, whom: { login } }));
}

/** The first that says yes. One that cannot be asked is passed by while another may know them. */
async function firstRight(led: readonly Led[], ask: (to: Led) => Promise<Checked>) {
  let failure: unknown;
  for (const to of led) {
    try {
      const found = await ask(to);
      if (found.kind === 'right') return { connection: to.connection, found };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

/** From here on it is as by any other connection. */
async function settled(
  parts: ConnectionParts,
  visit: PasswordAttempt,
  connection: StoredDirectory,
  { person, groups }: Right,
): Promise<Account> {
  const mapped = mappedAmong(
    groups,
    connection.groupMappings.map(({ value }) => value),
  );
  const proved: Proved = {
    issuer: directoryIssuer(connection.id),
    subject: person.id,
    name: person.name,
    username: person.username,
    email: person.email,
    emailVerified: null,
    groups: mapped,
    acr: null,
    amr: ['pwd'],
    authenticatedAt: null,
  };
  const account = await accountOf(parts, visit, connection, proved);
  await settleGroups(parts.database, connection, mapped, account);
  return (await findAccount(parts.database, account.id)) ?? account;
}
