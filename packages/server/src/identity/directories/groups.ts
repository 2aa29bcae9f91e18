import { type DirectorySettings, foldIdentity, limits } from '@licet/contract';
import { AndFilter, EqualityFilter, ExtensibleFilter, type Filter, OrFilter } from 'ldapts';
import { isObjectGuid } from './directory.ts';
import { isWithinDn, nameIn, normalDn } from './distinguished-names.ts';
import type { DirectoryPerson } from './entries.ts';
import type { Session } from './session.ts';

/** A group of a user in the directory. */
export interface DirectoryGroup {
  readonly dn: string;
  readonly name: string;
}

/** A user's groups, below the base DN of groups; null if the directory does not report them. */
export async function groupsOf(
  session: Session,
  settings: DirectorySettings,
  person: DirectoryPerson,
): Promise<DirectoryGroup[] | null> {
  const { groupSource, groupBaseDn, baseDn } = settings;
  if (groupSource === 'none') return null;
  const base = groupBaseDn ?? baseDn;
  if (groupSource === 'memberOf') return person.memberOf?.filter((dn) => isWithinDn(dn, base)).map(groupOf) ?? null;
  const found = new Map<string, DirectoryGroup>();
  for (let asked = [memberFilter(settings, person)]; asked.length > 0; ) {
    const above: string[] = [];
    for (let from = 0; from < asked.length; from += namedAtOnce) {
      const named = new OrFilter({ filters: asked.slice(from, from + namedAtOnce) });
      const filter = new AndFilter({ filters: [ofClass(settings.groupClass), named] });
      for await (const entries of session.pages(base, { filter, attributes: ['cn'] }))
        for (const { dn } of entries)
          if (!found.has(normalDn(dn))) {
            found.set(normalDn(dn), groupOf(dn));
            above.push(dn);
          }
      if (found.size > limits.ldapGroupsMax.value) return null;
    }
    asked = walksGroups(settings) ? above.map((dn) => names(settings, dn)) : [];
  }
  return [...found.values()];
}

/** Returns the mappings that match the user's groups. A mapping names a group by its name or by its DN. */
export function mappedAmong(groups: readonly DirectoryGroup[] | null, mapped: readonly string[]): string[] | null {
  if (groups === null) return null;
  const names = new Set(groups.map(({ name }) => foldIdentity(name)));
  const dns = new Set(groups.map(({ dn }) => normalDn(dn)));
  return mapped.filter((value) => names.has(foldIdentity(value)) || (value.includes('=') && dns.has(normalDn(value))));
}

export const groupOf = (dn: string): DirectoryGroup => ({ dn, name: nameIn(dn) });

function memberFilter(settings: DirectorySettings, person: DirectoryPerson): Filter {
  const { memberAttribute, nestedGroups } = settings;
  if (isByName(memberAttribute))
    return new EqualityFilter({ attribute: memberAttribute, value: person.username ?? '' });
  if (nestedGroups && !walksGroups(settings))
    return new ExtensibleFilter({ matchType: memberAttribute, rule: inChain, value: person.dn });
  return names(settings, person.dn);
}

const names = ({ memberAttribute }: DirectorySettings, dn: string) =>
  new EqualityFilter({ attribute: memberAttribute, value: dn });
export const ofClass = (value: string) => new EqualityFilter({ attribute: 'objectClass', value });

/**
 * Whether Licet finds nested groups level by level. In Active Directory, a matching rule finds them. Other directories do not know the
 * rule, and would report no groups at all.
 */
export const walksGroups = ({ nestedGroups, idAttribute }: Pick<DirectorySettings, 'nestedGroups' | 'idAttribute'>) =>
  nestedGroups && !isObjectGuid(idAttribute);

export const isByName = (memberAttribute: string) => memberAttribute.toLowerCase() === 'memberuid';

/** LDAP_MATCHING_RULE_IN_CHAIN of Active Directory. */
export const inChain = '1.2.840.113556.1.4.1941';

/** The number of names in one filter. */
const namedAtOnce = 100;
