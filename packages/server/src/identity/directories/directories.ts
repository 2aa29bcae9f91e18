import { bindName, type ConnectionTest, limits } from '@licet/contract';
import { failure, type Guard, openGuard, socketsBy } from '../../outgoing/guard.ts';
import { Refusal } from '../../refusal.ts';
import { type Checked, checkPassword, findEntry, type Try } from './check-password.ts';
import { bindReader, type Directory, type EntryLookup } from './directory.ts';
import type { DirectoryPerson } from './entries.ts';
import { refuseDirectory } from './failures.ts';
import { type Reading, type ReadPerson, readPeople } from './read-people.ts';
import { openSession } from './session.ts';
import { testDirectory } from './test-directory.ts';

/** Connects to LDAP directories. Each has a limited number of connections at a time; further tasks wait in line. */
export interface Directories {
  /** @throws Refusal `provider_unreachable`, `provider_wrong` */
  check(directory: Directory, lookup: EntryLookup, typed: Try): Promise<Checked>;
  /** Refuses if the directory was unreachable a moment ago. @throws Refusal `provider_unreachable`, `provider_wrong` */
  requireReachable(directory: Directory): Promise<void>;
  test(directory: Directory): Promise<ConnectionTest>;
  /** Returns the entry with the permanent id. @throws Refusal `provider_unreachable`, `provider_wrong` */
  find(directory: Directory, subject: string): Promise<DirectoryPerson | undefined>;
  /** All people in the directory. @throws Refusal `provider_unreachable`, `provider_wrong` */
  read(directory: Directory, reading: Reading): Promise<ReadPerson[]>;
}

export function createDirectories(guard: Guard = openGuard({}), patience = limits.ldapTime.value * 1000): Directories {
  const openSocket = socketsBy(guard);
  const places = new Map<string, Places>();
  const inTurn = async <Result>({ id, name, settings }: Directory, work: () => Promise<Result>): Promise<Result> => {
    const own = places.get(id) ?? new Places(limits.ldapAtOnce.value);
    places.set(id, own);
    if (!(await own.take(patience))) return refuseDirectory(name, failure('too_slow', new URL(settings.url).host));
    try {
      return await work();
    } finally {
      own.give();
    }
  };
  const seen = new Map<string, { readonly at: number; readonly refusal: Promise<Refusal | undefined> }>();
  /**
   * Remembers for a moment whether the directory was reachable, so that the next callers get the same answer at once.
   */
  const noting = async <Result>(directory: Directory, work: Promise<Result>): Promise<Result> => {
    const note = (refusal?: Refusal) =>
      seen.set(keyOf(directory), { at: performance.now(), refusal: Promise.resolve(refusal) });
    try {
      const result = await work;
      note();
      return result;
    } catch (error) {
      if (error instanceof Refusal) note(error);
      throw error;
    }
  };
  const asking = <Result>(directory: Directory, work: () => Promise<Result>): Promise<Result> =>
    inTurn(directory, () => work().catch((error: unknown) => refuseDirectory(directory.name, error)));
  const reach = async (directory: Directory): Promise<Refusal | undefined> => {
    try {
      await asking(directory, async () => {
        const session = await openSession(openSocket, directory.settings, AbortSignal.timeout(patience));
        try {
          if (!directory.settings.bindDn.includes(bindName)) await bindReader(session, directory);
        } finally {
          session.close();
        }
      });
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };
  return {
    check: (directory, lookup, typed) =>
      noting(
        directory,
        asking(directory, () => checkPassword(openSocket, directory, lookup, typed, patience)),
      ),
    requireReachable: async (directory) => {
      const known = seen.get(keyOf(directory));
      const fresh = known && performance.now() - known.at < limits.ldapSeenFor.value * 1000 ? known : undefined;
      const now = fresh ?? { at: performance.now(), refusal: reach(directory) };
      seen.set(keyOf(directory), now);
      const refusal = await now.refusal;
      if (refusal) throw refusal;
    },
    find: (directory, subject) => asking(directory, () => findEntry(openSocket, directory, subject, patience)),
    read: (directory, reading) => asking(directory, () => readPeople(openSocket, directory, reading)),
    test: (directory) => inTurn(directory, () => testDirectory(openSocket, directory)),
  };
}

/** The settings are part of the key, so that a result for previous settings is not used. */
const keyOf = ({ id, settings }: Directory) => `${id} ${JSON.stringify(settings)}`;

/** Limits the number of parallel tasks. Others wait in line for a limited time. */
class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Waits for a free place. Returns whether one became free in time; `give` frees it again. */
  async take(patience: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((taken) => {
      const next = () => {
        clearTimeout(timer);
        taken(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(next), 1);
        taken(false);
      }, patience);
      this.#waiting.push(next);
    });
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
