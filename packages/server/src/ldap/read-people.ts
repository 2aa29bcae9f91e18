import { limits } from '@licet/contract';
import { AndFilter, type Filter, OrFilter } from 'ldapts';
import type { OpenSocket } from '../outgoing/sockets.ts';
import { attributesOf, bindReader, type Directory, named, people } from './directory.ts';
import { type DirectoryPerson, personOf } from './entries.ts';
import { type MappedOf, mappedMembers } from './mapped-members.ts';
import { openSession, type Session } from './session.ts';

/** Somebody in a directory, and those of the mapped groups that they are in; null where the directory leaves that open. */
export interface ReadPerson extends DirectoryPerson {
  readonly groups: readonly string[] | null;
}

/** What is read of a directory. */
export interface Reading {
  /** The values of the mapped groups. */
  readonly mapped: readonly string[];
  /** What names people who are linked. Those that the search does not find are looked for one by one. */
  readonly linked?: readonly string[];
  readonly onRead: (count: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Everybody below the base DN, page by page. A search that ends with another result code than 0 throws: nothing is known of those it left out.
 * @throws OutgoingError, NoStartTls, DirectoryError, ReaderRefused
 */
export async function readPeople(
  openSocket: OpenSocket,
  directory: Directory,
  { mapped, linked = [], onRead, signal }: Reading,
): Promise<ReadPerson[]> {
  const { settings } = directory;
  const patience = AbortSignal.timeout(limits.ldapImportTime.value * 1000);
  const until = signal ? AbortSignal.any([patience, signal]) : patience;
  const session = await openSession(openSocket, settings, until, limits.ldapImportAnswer.value);
  try {
    await bindReader(session, directory);
    const inGroups = await mappedMembers(session, directory, mapped);
    const found: ReadPerson[] = [];
    for await (const page of pagesOf(session, directory, inGroups, people(settings))) {
      found.push(...page);
      onRead(found.length);
    }
    // An entry that is moved while pages are read, or comes after an empty page, is in none of them.
    const seen = new Set(found.map(({ id }) => id));
    const missing = linked.filter((id) => !seen.has(id));
    for (let from = 0; from < missing.length; from += lookedForAtOnce) {
      const these = missing.slice(from, from + lookedForAtOnce).map((subject) => named(settings, subject));
      const filters = [...people(settings), new OrFilter({ filters: these })];
      for await (const page of pagesOf(session, directory, inGroups, filters)) found.push(...page);
    }
    return found;
  } finally {
    session.close();
  }
}

async function* pagesOf(
  session: Session,
  { settings }: Directory,
  inGroups: MappedOf,
  filters: Filter[],
): AsyncGenerator<ReadPerson[]> {
  const what = { filter: new AndFilter({ filters }), attributes: attributesOf(settings) };
  for await (const entries of session.pages(settings.baseDn, what))
    yield entries.map((entry) => {
      const person = personOf(settings, entry);
      return { ...person, groups: inGroups(person) };
    });
}

/** Names in one filter. */
const lookedForAtOnce = 50;
