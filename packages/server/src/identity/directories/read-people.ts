import { limits } from '@licet/contract';
import { AndFilter, EqualityFilter, ExtensibleFilter, type Filter, OrFilter } from 'ldapts';
import type { OpenSocket } from '../../outgoing/guard.ts';
import { attributesOf, bindReader, type Directory, named, people } from './directory.ts';
import { isWithinDn, normalDn } from './distinguished-names.ts';
import { type DirectoryPerson, isPart, personOf, textsIn } from './entries.ts';
import { groupOf, inChain, isByName, mappedAmong, ofClass, walksGroups } from './groups.ts';
import { NoEntries, openSession, type Session } from './session.ts';

/** A person in a directory, and their mapped groups; null if the directory does not report them. */
export interface ReadPerson extends DirectoryPerson {
  readonly groups: readonly string[] | null;
}

/** The options for reading the people of a directory. */
export interface Reading {
  /** The values of the mapped groups. */
  readonly mapped: readonly string[];
  /** The permanent ids of linked users. Those that the search does not find are looked up one by one. */
  readonly linked?: readonly string[];
  readonly onRead: (count: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * All people below the base DN, page by page. If a search ends with another result code than 0, this throws, because its result is
 * incomplete.
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
    // A paged search can miss an entry, for example one that is moved meanwhile.
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

/** The number of names in one filter. */
const lookedForAtOnce = 50;

/** Returns the mapped groups of a person; null if the directory does not report them. */
type MappedOf = (person: DirectoryPerson) => readonly string[] | null;

/** A group that was read: the mappings that name it, and its members in comparable form. */
interface Read {
  readonly values: readonly string[];
  readonly members: readonly string[];
}

/**
 * Returns a function that returns a person's mapped groups. The preparation is done once for all people. The function
 * uses the groups in each person's entry, or the members of the groups.
 * @throws DirectoryError, NoEntries
 */
async function mappedMembers(session: Session, { settings }: Directory, mapped: readonly string[]): Promise<MappedOf> {
  const { groupSource, groupBaseDn, baseDn, memberAttribute } = settings;
  const base = groupBaseDn ?? baseDn;
  if (groupSource === 'none' || mapped.length === 0) return () => null;
  if (groupSource === 'memberOf')
    return ({ memberOf }) => mappedAmong(memberOf?.filter((dn) => isWithinDn(dn, base)).map(groupOf) ?? null, mapped);
  const byName = isByName(memberAttribute);
  const groups = await readGroups(session, settings, mapped);
  // Finding no groups at all is an error: users must not lose their mapped groups because groups are unreadable.
  if (groups.size === 0) throw new NoEntries(settings.groupClass);
  const people = new Map<string, ReadonlySet<string>>();
  for (const value of mapped) people.set(value, everybodyBelow(groups, value));
  return ({ dn, username }) => {
    const own = byName ? (username ?? '') : normalDn(dn);
    return mapped.filter((value) => people.get(value)?.has(own));
  };
}

async function readGroups(session: Session, settings: Directory['settings'], mapped: readonly string[]) {
  const { groupBaseDn, baseDn, groupClass, memberAttribute, nestedGroups } = settings;
  const byName = isByName(memberAttribute);
  const groups = new Map<string, Read>();
  const what = { filter: ofClass(groupClass), attributes: ['cn', memberAttribute] };
  for await (const entries of session.pages(groupBaseDn ?? baseDn, what))
    for (const entry of entries) {
      const values = mappedAmong([groupOf(entry.dn)], mapped) ?? [];
      const walks = walksGroups(settings);
      const asks = (nestedGroups && !walks) || isPart(entry, memberAttribute);
      const needsMembers = values.length > 0 || walks;
      const members = !needsMembers
        ? []
        : asks
          ? await everybodyIn(session, settings, entry.dn)
          : textsIn(entry, memberAttribute);
      groups.set(normalDn(entry.dn), { values, members: byName ? members : members.map(normalDn) });
    }
  return groups;
}

/**
 * Returns the members of the groups that a mapping names, including members of nested groups. Groups may contain each
 * other in a cycle.
 */
function everybodyBelow(groups: ReadonlyMap<string, Read>, value: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...groups.values()].filter(({ values }) => values.includes(value));
  for (let group = open.pop(); group; group = open.pop())
    for (const member of group.members) {
      if (found.has(member)) continue;
      found.add(member);
      const inner = groups.get(member);
      if (inner) open.push(inner);
    }
  return found;
}

/** Searches for the people of a group page by page, because Active Directory returns only some of a group's members in one answer. */
async function everybodyIn(
  session: Session,
  { baseDn, nestedGroups, ...settings }: Directory['settings'],
  group: string,
): Promise<string[]> {
  const filter =
    nestedGroups && !walksGroups({ nestedGroups, ...settings })
      ? new ExtensibleFilter({ matchType: 'memberOf', rule: inChain, value: group })
      : new EqualityFilter({ attribute: 'memberOf', value: group });
  const dns: string[] = [];
  for await (const entries of session.pages(baseDn, { filter, attributes: ['cn'] }))
    dns.push(...entries.map(({ dn }) => dn));
  return dns;
}
