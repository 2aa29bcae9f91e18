import { limits } from '@licet/contract';
import { AndFilter, EqualityFilter, ExtensibleFilter } from 'ldapts';
import type { OpenSocket } from '../outgoing/sockets.ts';
import { attributesOf, bindReader, type Directory, people } from './directory.ts';
import { type DirectoryPerson, isPart, personOf, textsIn } from './entries.ts';
import { groupOf, inChain, isByName, mappedAmong } from './groups.ts';
import { isWithinDn, normalDn } from './names.ts';
import { openSession, type Session } from './session.ts';

/** Somebody in a directory, and those of the mapped groups that they are in. */
export interface ReadPerson extends DirectoryPerson {
  readonly groups: readonly string[];
}

/** Everybody below the base DN, page by page. @throws OutgoingError, NoStartTls, DirectoryError, ReaderRefused */
export async function readPeople(
  openSocket: OpenSocket,
  directory: Directory,
  mapped: readonly string[],
  onRead: (count: number) => void,
): Promise<ReadPerson[]> {
  const { settings } = directory;
  const patience = AbortSignal.timeout(limits.ldapImportTime.value * 1000);
  const session = await openSession(openSocket, settings, patience, limits.ldapImportAnswer.value);
  try {
    await bindReader(session, directory);
    const inGroups = await membersOf(session, directory, mapped);
    const what = { filter: new AndFilter({ filters: people(settings) }), attributes: attributesOf(settings) };
    const found: ReadPerson[] = [];
    for await (const entries of session.pages(settings.baseDn, what)) {
      for (const entry of entries) {
        const person = personOf(settings, entry);
        found.push({ ...person, groups: inGroups(person) });
      }
      onRead(found.length);
    }
    return found;
  } finally {
    session.close();
  }
}

/** Which of the mapped groups somebody is in: their entry says so, or each group is asked for its members. */
async function membersOf(session: Session, { settings }: Directory, mapped: readonly string[]) {
  const { groupSource, groupBaseDn, baseDn, groupClass, memberAttribute, nestedGroups } = settings;
  const base = groupBaseDn ?? baseDn;
  if (groupSource === 'none' || mapped.length === 0) return () => [];
  if (groupSource === 'memberOf')
    return ({ memberOf }: DirectoryPerson) =>
      mappedAmong((memberOf ?? []).filter((dn) => isWithinDn(dn, base)).map(groupOf), mapped) ?? [];
  const byName = isByName(memberAttribute);
  const keyOf = (member: string) => (byName ? member : normalDn(member));
  const groups = new Map<string, Set<string>>();
  const filter = new EqualityFilter({ attribute: 'objectClass', value: groupClass });
  for await (const entries of session.pages(base, { filter, attributes: ['cn', memberAttribute] }))
    for (const entry of entries) {
      const values = mappedAmong([groupOf(entry.dn)], mapped) ?? [];
      if (values.length === 0) continue;
      const whole = !nestedGroups && !isPart(entry, memberAttribute);
      const members = whole ? textsIn(entry, memberAttribute) : await everybodyIn(session, settings, entry.dn);
      for (const value of values) groups.set(value, new Set([...(groups.get(value) ?? []), ...members.map(keyOf)]));
    }
  return ({ dn, username }: DirectoryPerson) => {
    const own = byName ? (username ?? '') : normalDn(dn);
    return mapped.filter((value) => groups.get(value)?.has(own));
  };
}

/** Asked of people, page by page: a group of Active Directory names no more than some of its members at once. */
async function everybodyIn(
  session: Session,
  { baseDn, nestedGroups }: Directory['settings'],
  group: string,
): Promise<string[]> {
  const filter = nestedGroups
    ? new ExtensibleFilter({ matchType: 'memberOf', rule: inChain, value: group })
    : new EqualityFilter({ attribute: 'memberOf', value: group });
  const dns: string[] = [];
  for await (const entries of session.pages(baseDn, { filter, attributes: ['cn'] }))
    dns.push(...entries.map(({ dn }) => dn));
  return dns;
}
