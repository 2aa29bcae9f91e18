import { type DirectorySettings, limits } from '@licet/contract';
import { AndFilter, EqualityFilter, ExtensibleFilter, type Filter } from 'ldapts';
import type { DirectoryPerson } from './entries.ts';
import { isWithinDn, nameIn, normalDn } from './names.ts';
import type { Session } from './session.ts';

/** A group that somebody is in over there. */
export interface DirectoryGroup {
  readonly dn: string;
  readonly name: string;
}

/** What somebody is in, below the entry for groups; null when the directory leaves open what. */
export async function groupsOf(
  session: Session,
  settings: DirectorySettings,
  person: DirectoryPerson,
): Promise<DirectoryGroup[] | null> {
  const { groupSource, groupBaseDn, baseDn } = settings;
  if (groupSource === 'none') return null;
  const base = groupBaseDn ?? baseDn;
  if (groupSource === 'memberOf') return person.memberOf?.filter((dn) => isWithinDn(dn, base)).map(groupOf) ?? null;
  const filter = new AndFilter({
    filters: [
      new EqualityFilter({ attribute: 'objectClass', value: settings.groupClass }),
      memberFilter(settings, person),
    ],
  });
  const groups: DirectoryGroup[] = [];
  for await (const entries of session.pages(base, { filter, attributes: ['cn'] })) {
    groups.push(...entries.map(({ dn }) => groupOf(dn)));
    if (groups.length > limits.ldapGroupsMax.value) return null;
  }
  return groups;
}

/** The names of mapped groups are names, or whole DNs. Answers those of the mappings that somebody is in. */
export function mappedAmong(groups: readonly DirectoryGroup[] | null, mapped: readonly string[]): string[] | null {
  if (groups === null) return null;
  const names = new Set(groups.map(({ name }) => name.toLowerCase()));
  const dns = new Set(groups.map(({ dn }) => normalDn(dn)));
  return mapped.filter((value) => names.has(value.toLowerCase()) || (value.includes('=') && dns.has(normalDn(value))));
}

export const groupOf = (dn: string): DirectoryGroup => ({ dn, name: nameIn(dn) });

function memberFilter({ memberAttribute, nestedGroups }: DirectorySettings, person: DirectoryPerson): Filter {
  if (isByName(memberAttribute))
    return new EqualityFilter({ attribute: memberAttribute, value: person.username ?? '' });
  if (nestedGroups) return new ExtensibleFilter({ matchType: memberAttribute, rule: inChain, value: person.dn });
  return new EqualityFilter({ attribute: memberAttribute, value: person.dn });
}

export const isByName = (memberAttribute: string) => memberAttribute.toLowerCase() === 'memberuid';

/** LDAP_MATCHING_RULE_IN_CHAIN of Active Directory. */
export const inChain = '1.2.840.113556.1.4.1941';
