import { createHash } from 'node:crypto';
import {
  newEmail as address,
  type DirectoryProgress,
  type DirectoryReport,
  foldIdentity,
  identityKey,
  licetApplication,
  newUser,
  newUsername,
} from '@licet/contract';
import { directoryIssuer } from '../../../identity/connections/external-provider.ts';
import { mappedWithoutLicet } from '../../../identity/connections/mapped-groups.ts';
import type { ReadPerson } from '../../../identity/directories/read-people.ts';
import { type Finding, finding } from '../../../refusal.ts';
import { departedAmong } from '../../../store/connections/absences.ts';
import type { StoredDirectory } from '../../../store/connections/connections.ts';
import { linkedUsernames } from '../../../store/connections/identities.ts';
import { type ImportedPerson, linkImported, peopleImported } from '../../../store/directory-import/links.ts';
import { readDirectory } from '../../../store/directory-import/read.ts';
import { LeftOut, writeDirectory } from '../../../store/directory-import/write.ts';
import type { Change } from '../../../store/kernel/change.ts';
import { namesTaken } from '../../../store/users/users.ts';
import { isOpen } from './differences.ts';

/** The entries to create users from, and all entries that were read. */
export interface People {
  readonly people: readonly ReadPerson[];
  readonly everybody?: readonly ReadPerson[];
}

/** The result of importing entries of a directory. */
export interface ImportResult {
  readonly report: Omit<DirectoryReport, 'dryRun' | 'change'>;
  /** The new users. */
  readonly people: readonly ImportedPerson[];
  /** New users that join groups, with the ids of the groups. */
  readonly joining: readonly Joining[];
}

interface Joining {
  readonly username: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/**
 * Creates or links users for directory entries that are not linked to a user yet. Linked users gain missing mapped
 * groups. Records the change.
 */
export async function importEntries(
  change: Change,
  connection: StoredDirectory,
  { people, everybody = people }: People,
  onProgress: (progress: Extract<DirectoryProgress, { phase: string }>) => void,
): Promise<ImportResult> {
  const issuer = directoryIssuer(connection.id);
  const { lines, accounts, joining, left } = await linesOf(change, connection, { people, everybody }, issuer);
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
  // Licet reads no password hashes or secrets from a directory.
  const noPassword = { fault: finding('password_hash_unreadable', { fault: 'kind' }) };
  const keeping = { password: () => noPassword, totp: () => Buffer.alloc(0) };
  const outcome = await writeDirectory(change, { parsed, create: false, reason, keeping, onProgress });
  const linked = await linkImported(change, { connectionId: connection.id, issuer, accounts });
  const report = { ...outcome, invited: outcome.invited - linked, leftOut: [...left, ...outcome.leftOut] };
  const { new: _, known: __, namesakes: ___, leftOut: ____, ...counts } = report;
  change.record({
    action: 'licet.imported',
    target: { kind: 'application', id: licetApplication, name: 'Licet' },
    after: { system: 'ldap', reason, ...counts, leftOut, digest },
  });
  return { report, people: await peopleImported(change), joining };
}

/** One line for each created user, and the reasons for the others. */
async function linesOf(
  change: Change,
  connection: StoredDirectory,
  { people, everybody }: Required<People>,
  issuer: string,
) {
  const mappings = await mappedWithoutLicet(change, connection.groupMappings);
  const first = await mappedWithoutLicet(
    change,
    connection.defaultGroups.map((group) => ({ group })),
  );
  const linked = await linkedUsernames(change.connection, issuer);
  const taken = await namesTaken(
    change.connection,
    people.flatMap(({ username }) => (username === null ? [] : [username, ...reassigned(username)].map(foldIdentity))),
  );
  const called = new Map(everybody.map(({ id, username }) => [id, foldIdentity(username ?? '')]));
  const own = new Set(
    [...linked].flatMap(([id, name]) => (called.get(id) === foldIdentity(name) ? [] : [foldIdentity(name)])),
  );
  const departed = await departedAmong(
    change.connection,
    connection.id,
    people.flatMap(({ id }) => (id === null ? [] : [id])),
  );
  const names = new Set<string>();
  const addresses = new Set<string>();
  const left = new LeftOut();
  const leave = (why: Finding, person: ReadPerson) => left.add(why, person.username ?? person.dn);
  const users: object[] = [];
  const accounts: { subject: string; name: string }[] = [];
  const joining: Joining[] = [];
  for (const person of people) {
    const known = person.id === null ? undefined : linked.get(person.id);
    const username = known ?? freeName(person.username ?? '', { taken, own, names });
    const key = foldIdentity(username);
    const why =
      known === undefined
        ? whyNot(person, { taken: taken.has(key), departed: departed.has(person.id ?? '') }, change.clock)
        : undefined;
    if (why !== undefined || person.id === null) leave(why ?? noId, person);
    else if (names.has(key)) leave(finding('username_of_two_entries', {}), person);
    else {
      names.add(key);
      const email = addressOf(person, addresses);
      const into = [
        ...mappings.filter(({ value }) => person.groups?.includes(value)),
        ...(known === undefined ? first : []),
      ].map(({ group }) => group);
      const name = [person.name?.trim(), username].find((it) => newUser.shape.name.safeParse(it).success) ?? username;
      accounts.push({ subject: person.id, name: person.email ?? username });
      if (known === undefined && into.length > 0)
        joining.push({ username, name, groups: [...new Set(into.map(({ id }) => id))] });
      users.push({
        user: {
          username,
          email,
          name,
          suspended: false,
          roles: [],
          verified: connection.trustsAddresses,
          groups: [...new Set(into.map((group) => group.name))],
        },
      });
    }
  }
  const groups = [...new Set([...mappings, ...first].map(({ group }) => group.name))].map((name) => ({
    group: { name, description: '', within: null, roles: [] },
  }));
  return { lines: [...groups, ...users], accounts, joining, left: left.lines() };
}

const noId = finding('entry_without_id', {});

function whyNot(
  person: ReadPerson,
  { taken, departed }: { readonly taken: boolean; readonly departed: boolean },
  now: string,
): Finding | undefined {
  const { id, username } = person;
  if (id === null) return noId;
  if (!isOpen(person, now)) return finding('entry_closed', {});
  if (departed) return finding('entry_deleted_here', {});
  if (username === null || !newUsername.safeParse(username).success) return finding('username_not_valid', {});
  return taken ? finding('username_of_another', {}) : undefined;
}

/**
 * Returns the username for an entry. The directory may have reassigned the name of a linked user. The new user then
 * gets a number after the name, and still signs in by the name. Any other name that is taken is returned unchanged, so
 * that the entry is left out.
 */
function freeName(
  name: string,
  { taken, own, names }: { taken: ReadonlySet<string>; own: ReadonlySet<string>; names: ReadonlySet<string> },
): string {
  if (!own.has(foldIdentity(name))) return name;
  const numbered = reassigned(name).find((each) => !taken.has(foldIdentity(each)) && !names.has(foldIdentity(each)));
  return numbered ?? name;
}
const reassigned = (name: string) => Array.from({ length: 8 }, (_, no) => `${name}${no + 2}`);

/** Uses each address only once, because an import cannot tell which entry it belongs to. */
function addressOf({ email }: ReadPerson, seen: Set<string>): string | null {
  const read = address.safeParse(email?.trim());
  if (!read.success || seen.has(identityKey(read.data))) return null;
  seen.add(identityKey(read.data));
  return read.data;
}
