import { EqualityFilter, ExtensibleFilter } from 'ldapts';
import type { Directory } from './directory.ts';
import { type DirectoryPerson, isPart, textsIn } from './entries.ts';
import { groupOf, inChain, isByName, mappedAmong, ofClass, walksGroups } from './groups.ts';
import { isWithinDn, normalDn } from './names.ts';
import { NoEntries, type Session } from './session.ts';

/** Answers which of the mapped groups a person is in; null where the directory leaves it open. */
export type MappedOf = (person: DirectoryPerson) => readonly string[] | null;

/** A group that was read: which mappings name it, and its members as they are compared. */
interface Read {
  readonly values: readonly string[];
  readonly members: readonly string[];
}

/** Prepares that answer for many people: their entry says it, or each group is asked for its members. @throws DirectoryError, NoEntries */
export async function mappedMembers(
  session: Session,
  { settings }: Directory,
  mapped: readonly string[],
): Promise<MappedOf> {
  const { groupSource, groupBaseDn, baseDn, memberAttribute } = settings;
  const base = groupBaseDn ?? baseDn;
  if (groupSource === 'none' || mapped.length === 0) return () => null;
  if (groupSource === 'memberOf')
    return ({ memberOf }) => mappedAmong(memberOf?.filter((dn) => isWithinDn(dn, base)).map(groupOf) ?? null, mapped);
  const byName = isByName(memberAttribute);
  const groups = await readGroups(session, settings, mapped);
  // Nobody is taken out of a group because the bind DN may not read any.
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
      const wanted = values.length > 0 || walks;
      const members = !wanted
        ? []
        : asks
          ? await everybodyIn(session, settings, entry.dn)
          : textsIn(entry, memberAttribute);
      groups.set(normalDn(entry.dn), { values, members: byName ? members : members.map(normalDn) });
    }
  return groups;
}

/** The members of the groups that a mapping names, and of the groups among these. Groups may name one another in a circle. */
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

/** Asked of people, page by page: a group of Active Directory names no more than some of its members at once. */
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
