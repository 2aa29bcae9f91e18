import { createHash } from 'node:crypto';
import {
  email as address,
  bindName,
  type DirectoryProgress,
  type DirectoryReport,
  foldIdentity,
  licetApplication,
  limits,
  newUser,
  newUsername,
} from '@licet/contract';
import type { ReadPerson } from '../../ldap/read-people.ts';
import { refuse } from '../../refusal.ts';
import { mappedWithoutLicet } from '../../sign-in/mapped-groups.ts';
import type { StoredConnection, StoredDirectory } from '../../store/connections/connections.ts';
import { linkedUsernames } from '../../store/connections/identities.ts';
import { linkImported } from '../../store/directory/link-accounts.ts';
import { readDirectory } from '../../store/directory/read.ts';
import { writeDirectory } from '../../store/directory/write.ts';
import type { Change } from '../../store/kernel/change.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { namesTaken } from '../../store/users/users.ts';
import { directoryIssuer } from '../../upstream/provider.ts';
import { directoryOf } from '../../upstream/secret-of.ts';
import { requireConnection } from '../connections/read.ts';
import { answering, changeAs } from '../use-case.ts';
import { streamReport } from './stream-report.ts';

/**
 * Makes users of the people of a directory who are not here yet, in one change, or nothing: known by what names them for good, so that whoever
 * signs in later is the same. Whoever is linked already gets the groups that they lack; nobody is taken over, and nobody removed.
 */
export const importPeople = answering('operator.importPeople', async (asked) => {
  const { database, secrets, upstream, params, query } = asked;
  const dryRun = query.dryRun === 'true';
  const found = await readNow(database, (snapshot) => requireConnection(snapshot, params.connection));
  return streamReport(async (onProgress) => {
    const connection = requireReadable(found);
    const directory = await directoryOf(poolOf(database), secrets, connection);
    const mapped = connection.groupMappings.map(({ value }) => value);
    const people = await upstream.directories.read(directory, {
      mapped,
      onRead: (done) => onProgress({ phase: 'reading', done, total: null }),
    });
    return changeAs(
      'operator.importPeople',
      asked,
      async ({ change }) => {
        const report = await written(change, connection, people, onProgress);
        return { ...report, dryRun, change: dryRun ? null : change.no };
      },
      dryRun,
    );
  });
});

/** @throws Refusal `invalid_request` */
function requireReadable(connection: StoredConnection): StoredDirectory {
  const { name } = connection;
  if (connection.kind !== 'ldap')
    return refuse('invalid_request', `${name} is no directory, and does not say who is in it.`);
  if (connection.directory.bindDn.includes(bindName))
    refuse('invalid_request', `In ${name} people look themselves up. An import takes a bind DN with a password.`);
  return connection;
}

async function written(
  change: Change,
  connection: StoredDirectory,
  people: readonly ReadPerson[],
  onProgress: (progress: Extract<DirectoryProgress, { phase: string }>) => void,
): Promise<Omit<DirectoryReport, 'dryRun' | 'change'>> {
  const issuer = directoryIssuer(connection.id);
  const { lines, accounts, left } = await linesOf(change, connection, people, issuer);
  const texts = lines.map((line) => `${JSON.stringify(line)}\n`);
  const digest = createHash('sha256').update(texts.join('')).digest('hex');
  const leftOut = left.reduce((sum, { count }) => sum + count, 0);
  const parsed = await readDirectory(
    (async function* () {
      yield* texts;
      yield JSON.stringify({ end: { system: 'ldap', digest, leftOut } });
    })(),
  );
  const reason = `Imported from ${connection.name}`;
  // A directory hands out no hashes and no secrets.
  const keeping = { password: () => ({ fault: '' }), totp: () => Buffer.alloc(0) };
  const outcome = await writeDirectory(change, { parsed, create: false, reason, keeping, onProgress });
  const linked = await linkImported(change, { connectionId: connection.id, issuer, accounts });
  const report = { ...outcome, invited: outcome.invited - linked, leftOut: [...left, ...outcome.leftOut] };
  const { new: _, known: __, namesakes: ___, leftOut: ____, ...counts } = report;
  change.record({
    action: 'licet.imported',
    target: { kind: 'application', id: licetApplication, name: 'Licet' },
    after: { system: 'ldap', reason, ...counts, leftOut, digest },
  });
  return report;
}

/** One line for each who comes over, and why the others do not. */
async function linesOf(change: Change, connection: StoredDirectory, people: readonly ReadPerson[], issuer: string) {
  const mappings = await mappedWithoutLicet(change, connection.groupMappings);
  const first = await mappedWithoutLicet(
    change,
    connection.defaultGroups.map((group) => ({ group })),
  );
  const linked = await linkedUsernames(change.connection, issuer);
  const taken = await namesTaken(
    change.connection,
    people.flatMap(({ username }) => (username === null ? [] : [foldIdentity(username)])),
  );
  const names = new Set<string>();
  const addresses = new Set<string>();
  const left = new Map<string, string[]>();
  const leave = (why: string, person: ReadPerson) =>
    left.set(why, [...(left.get(why) ?? []), person.username ?? person.dn]);
  const users: object[] = [];
  const accounts: { subject: string; name: string }[] = [];
  for (const person of people) {
    const known = person.id === null ? undefined : linked.get(person.id);
    const username = known ?? person.username ?? '';
    const key = foldIdentity(username);
    const why = known === undefined ? whyNot(person, taken.has(key), change.clock) : undefined;
    if (why !== undefined || person.id === null) leave(why ?? noId, person);
    else if (names.has(key)) leave('Another one of the directory has that name.', person);
    else {
      names.add(key);
      const email = addressOf(person, addresses);
      const groups = mappings.filter(({ value }) => person.groups?.includes(value)).map(({ group }) => group.name);
      const name = [person.name?.trim(), username].find((it) => newUser.shape.name.safeParse(it).success) ?? username;
      accounts.push({ subject: person.id, name: person.email ?? username });
      users.push({
        user: {
          ...{ username, email, name, suspended: false, roles: [], verified: connection.trustsAddresses },
          groups: [...new Set([...groups, ...(known === undefined ? first.map(({ group }) => group.name) : [])])],
        },
      });
    }
  }
  const groups = [...new Set([...mappings, ...first].map(({ group }) => group.name))].map((name) => ({
    group: { name, description: '', within: null, roles: [] },
  }));
  return { lines: [...groups, ...users], accounts, left: shown(left) };
}

const noId = 'The directory does not show what names them for good.';

function whyNot({ id, username, closed, endsAt }: ReadPerson, taken: boolean, now: string): string | undefined {
  if (id === null) return noId;
  if (closed || (endsAt !== null && endsAt <= now)) return 'Their entry is closed.';
  if (username === null || !newUsername.safeParse(username).success) return 'Their name is none that Licet takes.';
  return taken ? 'Another user here has that name.' : undefined;
}

/** Each address once: whose it is is not for an import to say. */
function addressOf({ email }: ReadPerson, seen: Set<string>): string | null {
  const read = address.safeParse(email?.trim());
  if (!read.success || seen.has(foldIdentity(read.data))) return null;
  seen.add(foldIdentity(read.data));
  return read.data;
}

const shown = (left: ReadonlyMap<string, readonly string[]>): DirectoryReport['leftOut'] =>
  [...left].map(([why, names]) => ({
    why,
    count: names.length,
    names: names.slice(0, limits.importErrorsShown.value),
  }));
