import { directoryIssuer, directoryOf, type Upstream } from '../../../identity/connections/external-provider.ts';
import type { ReadPerson } from '../../../identity/directories/read-people.ts';
import type { Secrets } from '../../../identity/keys/secrets.ts';
import { finding, findingIn, Refusal, refuse } from '../../../refusal.ts';
import { forgetAbsences } from '../../../store/connections/absences.ts';
import { findConnection, type StoredDirectory } from '../../../store/connections/connections.ts';
import { linkedPeople } from '../../../store/connections/identities.ts';
import {
  beginSync,
  type Ended,
  endSync,
  heardOfSync,
  isOwnSync,
  type Starts,
} from '../../../store/connections/syncs.ts';
import { LeftOut } from '../../../store/directory-import/write.ts';
import type { Change } from '../../../store/kernel/change.ts';
import type { Database } from '../../../store/kernel/database.ts';
import { poolOf } from '../../../store/kernel/pool.ts';
import { readNow } from '../../../store/kernel/read-now.ts';
import { removeAddresses } from '../../../store/users/users.ts';
import { letIn, type MakeChange, NotTaken, release, settle, suspend } from './change-people.ts';
import { type ImportResult, importEntries } from './import-entries.ts';
import { shownPlan, storedPlan, type Work, workOf } from './plan.ts';

export interface SyncParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly upstream: Upstream;
}

export interface How extends Starts {
  readonly makeChange: MakeChange;
  readonly confirmation?: string | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Reads a directory and plans a run.
 * @throws Refusal `provider_unreachable`, `provider_wrong`, and the reason of `disconnected`
 */
export async function planOf(
  parts: SyncParts & { readonly disconnected?: AbortSignal | undefined },
  connection: StoredDirectory,
  makeChange: MakeChange,
) {
  const { disconnected } = parts;
  const people = await everybodyIn(parts, connection, () => undefined, disconnected);
  disconnected?.throwIfAborted();
  const { work, at } = await readNow(parts.database, async (snapshot) => ({
    work: await workOf(snapshot, connection, people),
    at: snapshot.at,
  }));
  disconnected?.throwIfAborted();
  const imported = await bring(connection, work, people, makeChange, true);
  disconnected?.throwIfAborted();
  return { plan: shownPlan(work, people.length, imported, work.leftOut), work, imported, at };
}

/**
 * Synchronises with a directory.
 * - Each user is a separate change, leavers first, so a refused change does not stop the others.
 * - New users are created in one change.
 * - Nothing changes if the directory could not be read completely, or if the number of leavers needs a confirmation.
 * @throws Refusal `busy` during another run, `plan_moved` if the leavers are not those that were confirmed,
 * `provider_unreachable`, `provider_wrong`
 */
export async function synchronise(parts: SyncParts, connection: StoredDirectory, how: How): Promise<void> {
  const { database } = parts;
  const own = await beginSync(database, connection.id, how);
  if (!own) return refuse('busy', 'sync_running', { connection: connection.name }, { retryAfter: 10 });
  let read = 0;
  const hear = () => void heardOfSync(database, own, read).catch(() => undefined);
  const hearing = setInterval(hear, 5000);
  let ended: Ended = { state: 'failed', plan: null, problem: unexpected };
  try {
    const people = await everybodyIn(
      parts,
      connection,
      (count) => {
        read = count;
        hear();
      },
      how.signal,
    );
    const work = await readNow(database, (snapshot) => workOf(snapshot, connection, people));
    const found = people.length;
    if (work.confirmation !== null && work.confirmation !== how.confirmation) {
      ended = { state: 'waiting', plan: storedPlan(work, found, undefined, work.leftOut), problem: null };
      if (how.confirmation !== undefined) refuse('plan_moved', 'sync_other_leavers', {});
      return;
    }
    const requireOwn = async (change: Change) => {
      const now = await findConnection(change, connection.id);
      if (now?.version === connection.version && (await isOwnSync(change.connection, own))) return;
      refuse('plan_moved', 'sync_overtaken', { connection: connection.name });
    };
    const makeChange: MakeChange = (make, dryRun) =>
      how.makeChange(async (change) => {
        await requireOwn(change);
        return make(change);
      }, dryRun);
    const { kept, leftOut } = await changeAll(parts, connection, work, makeChange);
    const done = { ...work, kept: [...kept, ...work.kept] };
    ended = { state: 'failed', plan: storedPlan(done, found, undefined, leftOut), problem: unexpected };
    const imported = await bring(connection, work, people, makeChange, false);
    ended = { state: 'done', plan: storedPlan(done, found, imported, leftOut), problem: null };
  } catch (error) {
    if (error instanceof Refusal && ended.state === 'failed') ended = { ...ended, problem: findingIn(error) };
    throw error;
  } finally {
    clearInterval(hearing);
    await endSync(database, own, ended);
  }
}

async function everybodyIn(
  { database, secrets, upstream }: SyncParts,
  connection: StoredDirectory,
  onRead: (count: number) => void,
  signal?: AbortSignal,
): Promise<ReadPerson[]> {
  const directory = await directoryOf(poolOf(database), secrets, connection);
  const linked = await linkedPeople({ connection: poolOf(database) }, connection.id, directoryIssuer(connection.id));
  const people = await upstream.directories.read(directory, {
    mapped: connection.groupMappings.map(({ value }) => value),
    linked: linked.filter(({ status }) => status !== 'suspended').flatMap(({ subjects }) => subjects),
    onRead,
    ...(signal && { signal }),
  });
  const { personClass, idAttribute, loginAttributes } = connection.directory;
  const [login = ''] = loginAttributes;
  const named = { connection: connection.name };
  // An empty answer more likely means a lost right to read, or a wrong base DN, than a directory without users.
  if (people.length === 0) refuse('provider_wrong', 'directory_without_class', { ...named, class: personClass });
  if (people.every(({ id }) => id === null))
    refuse('provider_wrong', 'directory_without_names', { ...named, id: idAttribute, login });
  return people;
}

/** Suspends, reactivates and changes users, each separately. Returns the refused ones with the reasons. */
async function changeAll(parts: SyncParts, connection: StoredDirectory, work: Work, makeChange: MakeChange) {
  const kept: Work['kept'][number][] = [];
  const leftOut = new LeftOut(work.leftOut);
  const refused = (username: string) => (error: unknown) => {
    if (error instanceof NotTaken) return leftOut.add(error.why, username);
    if (!(error instanceof Refusal) || stops.has(error.problem.code)) throw error;
    leftOut.add(findingIn(error), username);
  };
  for (const { user, because } of work.leaving)
    await suspend(makeChange, connection, user, because).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.problem.code === 'last_admin')) return refused(user.username)(error);
      kept.push({ user, because: 'last_administrator' });
    });
  for (const user of work.returning) await letIn(makeChange, connection, user).catch(refused(user.username));
  await forgetAbsences(
    poolOf(parts.database),
    connection.id,
    work.seen.flatMap(({ id, suspendedForIt }) => (suspendedForIt ? [] : [id])),
  );
  for (const user of work.released) await release(makeChange, connection, user).catch(refused(user.username));
  for (const each of work.changed)
    await settle(parts.database, makeChange, connection, each).catch(refused(each.user.username));
  return { kept, leftOut: leftOut.lines() };
}

/** Creates the new users; undefined if there are none. */
async function bring(
  connection: StoredDirectory,
  { unknown, released }: Work,
  everybody: readonly ReadPerson[],
  makeChange: MakeChange,
  dryRun: boolean,
): Promise<ImportResult | undefined> {
  if (unknown.length === 0) return undefined;
  let imported: ImportResult | undefined;
  await makeChange(async (change) => {
    // A run has already taken these addresses from their users.
    if (dryRun)
      await removeAddresses(
        change,
        released.map(({ id }) => id),
      );
    imported = await importEntries(change, connection, { people: unknown, everybody }, () => undefined);
    // Every run leaves out the same entries again. Without a new user, an event would say nothing new.
    if (imported.report.users.made === 0) throw new NobodyNew();
  }, dryRun).catch((error: unknown) => {
    if (!(error instanceof NobodyNew)) throw error;
  });
  return imported;
}

class NobodyNew extends Error {}

/** Refusals that end a run; others concern one user. */
const stops: ReadonlySet<string> = new Set([
  'plan_moved',
  'forbidden',
  'unauthenticated',
  'token_invalid',
  'unavailable',
  'busy',
]);
const unexpected = finding('sync_failed_unexpectedly', {});
