import { bindName, domainOf, type FirstWay, identityKey, typedName } from '@licet/contract';
import { Refusal, refuse } from '../../refusal.ts';
import { listConnections, type StoredDirectory } from '../../store/connections/connections.ts';
import { findIdentity, subjectsOf } from '../../store/connections/identities.ts';
import { type AttemptCounter, chargeAttempt, entryFailures, refundAttempt } from '../../store/credentials/throttle.ts';
import { reachesLicet } from '../../store/grants/grants.ts';
import { change } from '../../store/kernel/change.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { type Account, findAccount } from '../../store/sign-in/accounts.ts';
import type { Destination } from '../../store/sign-in/destination.ts';
import { findUser, findUserByName, updateUser } from '../../store/users/users.ts';
import { accountOf } from '../connections/account-of.ts';
import { directoryIssuer, directoryOf, type Proved } from '../connections/external-provider.ts';
import type { ConnectionParts } from '../connections/leave-and-return.ts';
import { settleGroups } from '../connections/mapped-groups.ts';
import type { ForeignPasswords, PasswordAttempt } from '../factors/password.ts';
import type { Checked } from './check-password.ts';
import type { EntryLookup } from './directory.ts';
import { mappedAmong } from './groups.ts';

// Users of a directory sign in with name and password, on the same page as other users. The linked entry or the typed
// name determines which directory is queried. The choice never depends on whether an entry exists.

/** The directories by which users may sign in. */
export async function directoriesOpen(
  { database }: Pick<ConnectionParts, 'database'>,
  { rules, directories, now }: Pick<Destination, 'rules' | 'directories' | 'now'>,
) {
  if (!directories || !rules.ways.includes('provider')) return [];
  const connections = await listConnections({ connection: poolOf(database), at: now });
  return connections.filter((it): it is StoredDirectory => it.enabled && it.kind === 'ldap');
}

/** Returns the password checks for directories. `find` returns undefined if the name belongs to no directory. */
export function askDirectories(
  parts: ConnectionParts,
  open: readonly StoredDirectory[],
  ways: readonly FirstWay[],
): ForeignPasswords {
  const { database, upstream } = parts;
  const opened = (connection: StoredDirectory) => directoryOf(poolOf(database), parts.secrets, connection);
  return {
    find: async (attempt, account) => {
      const candidates = await candidatesFor(parts, open, typedName(attempt.login), account);
      if (candidates.length === 0) return undefined;
      const tries: Tries = new Map();
      let proved: (CandidateEntry & { readonly found: Right }) | undefined;
      return {
        acceptsOwn: ways.includes('password'),
        fits: async (known) => {
          const on = { now: attempt.now, knownFor: known ? account?.id : undefined };
          // A right password does not refund the attempts that other entries refused. The owner of the matching entry
          // may have set a guess as their own password, to try it on the other entries.
          proved = await firstRight(candidates, (candidate) => tryEntry(parts, candidate, attempt, on, tries));
          return proved !== undefined;
        },
        wasRefused: () => [...tries.values()].some(({ answer }) => answer === 'wrong'),
        isAnother: () => proved?.linkedEntries !== undefined,
        account: async () => proved && settled(parts, attempt, proved.connection, proved.found),
        counters: () => (proved ? countedAt(tries, proved.connection, proved.found) : []),
      };
    },
    // While a directory is unreachable, every wrong password is refused with that reason. Otherwise the response would
    // reveal whose password the directory checks.
    refuseWhereDown: async () => {
      await Promise.all(
        open.map(async (connection) =>
          upstream.directories
            .requireReachable(await opened(connection))
            .catch((error: unknown) => refuseWithoutWhy(connection, error)),
        ),
      );
    },
  };
}

/**
 * The password attempts of one sign-in so far, by directory entry. A typed password counts once for an entry, however
 * often that entry is checked. If users bind with their own names, the key is the bind name.
 */
export type Tries = Map<string, EntryTry>;
interface EntryTry {
  /** The counter that the attempt was charged to, then others that a right password also resets. */
  readonly counters: readonly [AttemptCounter, ...AttemptCounter[]];
  readonly may: boolean;
  readonly charged: boolean;
  readonly answer?: 'right' | 'wrong';
}

/**
 * Returns the counters that a right password resets: the counter of the entry, and those charged for the accepted
 * attempt.
 */
export const countedAt = (tries: Tries, { id }: StoredDirectory, { person }: Right): AttemptCounter[] => [
  entryFailures(id, person.id),
  ...[...tries.values()].flatMap(({ counters, answer }) => (answer === 'right' ? counters : [])),
];

/**
 * Checks a password against a directory entry.
 * - Each attempt is charged to the entry before the bind, whatever name was typed.
 * - A blocked entry is not contacted and answers like a wrong password. A different answer would reveal that two names
 * belong to one entry.
 * - In a known browser, the attempt is charged to a separate counter of the user and the entry, so that no other user
 * can exhaust it. If the bind name could also find another user's entry, the entry's counter is used instead.
 * @param on the current instant, and the user for whom the browser is known
 * @throws Refusal as `Directories.check`
 */
export async function tryEntry(
  { database, upstream, secrets }: ConnectionParts,
  { connection, lookup, linkedEntries = [] }: CandidateEntry,
  { login, password }: Pick<PasswordAttempt, 'login' | 'password'>,
  { now, knownFor }: { readonly now: string; readonly knownFor?: string | undefined },
  tries: Tries,
): Promise<Checked> {
  let tried = '';
  let begun: EntryTry | undefined;
  try {
    const directory = await directoryOf(poolOf(database), secrets, connection);
    const asThemselves = directory.settings.bindDn.includes(bindName);
    const isApart = asThemselves || linkedEntries.length === 0;
    const mayTry = async (subject: string) => {
      if (linkedEntries.includes(subject)) return false;
      tried = `${connection.id} ${subject}`;
      const before = tries.get(tried);
      if (before) return before.may;
      const entry = entryFailures(connection.id, subject);
      const counters: EntryTry['counters'] =
        knownFor !== undefined && isApart ? [entryFailures(connection.id, subject, knownFor), entry] : [entry];
      const may = (await chargeAttempt(database, [counters[0]], now)) === undefined;
      begun = { counters, may, charged: may };
      tries.set(tried, begun);
      return may;
    };
    const checked = await upstream.directories.check(directory, lookup, { login: typedName(login), password, mayTry });
    const { kind } = checked;
    if (kind === 'right' && linkedEntries.includes(checked.person.id)) return { kind: 'nobody' };
    const entry = tries.get(tried);
    // The directory rejected the bind name, so another bind would only count as a second wrong password.
    if (entry && kind !== 'nobody')
      tries.set(tried, { ...entry, answer: kind, may: entry.may && !(kind === 'wrong' && checked.asThemselves) });
    return checked;
  } catch (error) {
    // The directory could not be reached, so the attempt does not count. Remove it, so that a retry is charged as a new one.
    if (begun) tries.delete(tried);
    if (begun?.charged) await refundAttempt(database, begun.counters[0]);
    return refuseWithoutWhy(connection, error);
  }
}

/** Refuses without the cause, which would reveal the directory's address. Only the log and *Test the connection* show it. */
function refuseWithoutWhy({ name }: StoredDirectory, error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const values = { connection: name };
  if (error.problem.code === 'provider_wrong') return refuse('provider_wrong', 'directory_wrong', values, {}, error);
  if (error.problem.code !== 'provider_unreachable') throw error;
  return refuse('provider_unreachable', 'directory_silent', values, {}, error);
}

export interface CandidateEntry {
  readonly connection: StoredDirectory;
  readonly lookup: EntryLookup;
  /**
   * The entries linked to the Licet user with the typed name. Set if `lookup` is for another person's entry with the
   * same name.
   */
  readonly linkedEntries?: readonly string[];
}

export type Right = Extract<Checked, { kind: 'right' }>;

/**
 * Returns the entries to try for a name. A linked user is looked up by the permanent id, any other user by the name.
 * The directory may have given a linked user's name to another person. That person's entry is tried first. So if both
 * have the same password, the entry's owner is signed in, not the linked user.
 */
async function candidatesFor(
  { database }: ConnectionParts,
  open: readonly StoredDirectory[],
  login: string,
  account: Pick<Account, 'id'> | undefined,
): Promise<CandidateEntry[]> {
  if (open.length === 0) return [];
  if (account) {
    const subjects = await subjectsOf(poolOf(database), account.id);
    return open.flatMap((connection) => {
      const own = subjects.flatMap(({ issuer, subject }) =>
        issuer === directoryIssuer(connection.id) ? [subject] : [],
      );
      if (own.length === 0) return [];
      return [
        { connection, lookup: { login }, linkedEntries: own },
        ...own.map((subject) => ({ connection, lookup: { subject } })),
      ];
    });
  }
  const domain = domainOf(login);
  return open
    .filter(({ domains }) => domain === undefined || domains.includes(domain))
    .map((connection) => ({ connection, lookup: { login } }));
}

/**
 * Returns the first candidate whose directory accepts the password. Skips an unreachable directory as long as another
 * one may accept it.
 */
async function firstRight(candidates: readonly CandidateEntry[], ask: (candidate: CandidateEntry) => Promise<Checked>) {
  let failure: unknown;
  for (const candidate of candidates) {
    try {
      const found = await ask(candidate);
      if (found.kind === 'right') return { ...candidate, found };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

/** Finds or creates the entry's account, and updates its groups, as for any other connection. */
async function settled(
  parts: ConnectionParts,
  visit: PasswordAttempt,
  connection: StoredDirectory,
  found: Right,
): Promise<Account> {
  const proved = provedBy(connection, found);
  await releaseAddress(parts, connection, proved);
  const account = await accountOf(parts, visit, connection, proved);
  await settleGroups(parts.database, connection, proved.groups, account);
  // Keeps the epoch that was read first. If the user's sign-ins were ended meanwhile, this one is refused as well.
  return { ...((await findAccount(parts.database, account.id)) ?? account), epoch: account.epoch };
}

/** Returns the proved identity in the form that all connections use. */
export const provedBy = ({ id, groupMappings }: StoredDirectory, { person, groups }: Right): Proved => ({
  issuer: directoryIssuer(id),
  subject: person.id,
  name: person.name,
  username: person.username,
  email: person.email,
  emailVerified: null,
  groups: mappedAmong(
    groups,
    groupMappings.map(({ value }) => value),
  ),
  acr: null,
  amr: ['pwd'],
  authenticatedAt: null,
  sid: null,
  idToken: null,
});

/**
 * Removes a user's e-mail address if the directory has since given it to another person. Runs at that person's first
 * sign-in, because they would otherwise receive the user's password resets. Keeps the address if an entry of the user
 * still has it, or if the user has access to Licet itself.
 */
async function releaseAddress(parts: ConnectionParts, connection: StoredDirectory, proved: Proved): Promise<void> {
  const { database, secrets, upstream } = parts;
  const email = proved.email?.trim() ?? '';
  const { createsUsers, trustsAddresses, directory } = connection;
  if (!createsUsers || !trustsAddresses || !email.includes('@') || directory.bindDn.includes(bindName)) return;
  if (await findIdentity(poolOf(database), proved)) return;
  const holder = await readNow(database, (snapshot) => findUserByName(snapshot, email));
  const linked = holder ? await subjectsOf(poolOf(database), holder.id) : [];
  const own = linked.filter(({ issuer }) => issuer === proved.issuer);
  if (!holder || own.length === 0) return;
  const opened = await directoryOf(poolOf(database), secrets, connection);
  for (const { subject } of own) {
    const entry = await upstream.directories.find(opened, subject);
    if (entry?.email && identityKey(entry.email) === identityKey(email)) return;
  }
  await change(database, { kind: 'system', id: null, name: connection.name }, async (handle) => {
    const user = await findUser(handle, holder.id);
    if (!user?.email || identityKey(user.email) !== identityKey(email)) throw new KeepsAddress();
    if (await reachesLicet(handle, user)) throw new KeepsAddress();
    await updateUser(handle, user, { email: null });
    const { id, username, name, status } = user;
    handle.record({
      action: 'user.changed',
      target: { kind: 'user', id, name },
      before: { username, email: user.email, name, status },
      after: { username, email: null, name, status, connection: connection.name },
    });
  }).catch((error: unknown) => {
    if (!(error instanceof KeepsAddress)) throw error;
  });
}

class KeepsAddress extends Error {}
