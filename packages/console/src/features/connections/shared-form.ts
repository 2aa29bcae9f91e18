import type { Connection, newConnection } from '@licet/contract';
import { shownDomain } from '@licet/contract/shown-addresses';
import type * as z from 'zod';
import { groupOption } from '../../blocks/find.ts';
import type { FormIssue } from '../../ui/form.ts';
import type { Option } from '../../ui/option.ts';
import { formWords as words } from './words.ts';

/** What the forms of providers and of directories both hold; lists as lines. */
export interface SharedValues {
  name: string;
  /** Never read back. */
  secret: string;
  enabled: boolean;
  domains: string;
  createsUsers: boolean;
  allowedDomains: string;
  trustsAddresses: boolean;
  defaultGroups: Option[];
  groupMappings: Mapping[];
}

/** What people are in over there, and the group here; none while it is being chosen. */
export interface Mapping {
  readonly value: string;
  readonly group: Option | null;
}

/** The labels of the fields, for the links of their errors. */
export const sharedLabels: Record<keyof SharedValues, string> = {
  name: words.name,
  secret: words.secret,
  enabled: words.enabled,
  domains: words.domains,
  createsUsers: words.createsUsers,
  allowedDomains: words.allowedDomains,
  trustsAddresses: words.trustsAddresses,
  defaultGroups: words.defaultGroups,
  groupMappings: words.groupMappings,
};

/** How the values that are no text are said in a conflict. */
export const sharedInWords = {
  enabled: yesOrNo,
  createsUsers: yesOrNo,
  trustsAddresses: yesOrNo,
  defaultGroups: (groups: Option[]) => groups.map(({ label }) => label).join(', '),
  groupMappings: (mappings: Mapping[]) =>
    mappings.map(({ value, group }) => `${value}: ${group?.label ?? ''}`).join(', '),
};

/** What a new one begins with. */
export const newShared: SharedValues = {
  name: '',
  secret: '',
  enabled: true,
  domains: '',
  createsUsers: false,
  allowedDomains: '',
  trustsAddresses: false,
  defaultGroups: [],
  groupMappings: [],
};

/** A connection as its form holds it. */
export const sharedValuesOf = (connection: Connection): SharedValues => ({
  name: connection.name,
  secret: '',
  enabled: connection.enabled,
  domains: connection.domains.map(shownDomain).join('\n'),
  createsUsers: connection.createsUsers,
  allowedDomains: connection.allowedDomains.map(shownDomain).join('\n'),
  trustsAddresses: connection.trustsAddresses,
  defaultGroups: connection.defaultGroups.map(groupOption),
  groupMappings: connection.groupMappings.map(({ value, group }) => ({ value, group: groupOption(group) })),
});

export type SharedEntry = Pick<z.input<typeof newConnection>, keyof SharedValues>;

/** What is sent of what was typed. A secret that was not typed stays; what is not shown is as if it were empty. */
export function sharedEntryOf(values: SharedValues): SharedEntry {
  const { name, secret, enabled, createsUsers, defaultGroups } = values;
  return {
    name: name.trim(),
    ...(secret !== '' && { secret }),
    enabled,
    domains: domainsIn(values.domains),
    createsUsers,
    allowedDomains: createsUsers ? domainsIn(values.allowedDomains) : [],
    trustsAddresses: createsUsers && values.trustsAddresses,
    defaultGroups: createsUsers ? defaultGroups.map(({ id }) => id) : [],
    groupMappings: values.groupMappings
      .filter(({ value, group }) => value.trim() !== '' || group !== null)
      .map(({ value, group }) => ({ value: value.trim(), group: group?.id ?? '' })),
  };
}

/** What only a form asks: that a line of the mappings is whole, and that somebody can become a user. The half lines are for it alone. */
export function sharedIssues<Entry extends SharedEntry>(entry: Entry): { issues: FormIssue[]; rest: Entry } {
  const issues: FormIssue[] = [];
  if (entry.createsUsers && entry.allowedDomains?.length === 0)
    issues.push({ path: ['allowedDomains'], message: words.allowedDomainsMissing });
  const half = entry.groupMappings?.some(({ value, group }) => value === '' || group === '');
  if (!half) return { issues, rest: entry };
  issues.push({ path: ['groupMappings'], message: words.mappingHalf });
  return { issues, rest: { ...entry, groupMappings: [] } };
}

export const wordsIn = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

const domainsIn = (text: string): string[] => wordsIn(text).map((domain) => domain.replace(/^@/, ''));

export function yesOrNo(value: boolean): string {
  return value ? words.yes : words.no;
}
