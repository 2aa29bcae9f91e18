import type { Connection, newConnection } from '@licet/contract';
import { shownDomain } from '@licet/contract/shown-addresses';
import type * as z from 'zod';
import { groupOption } from '../../blocks/find.ts';
import type { FormIssue } from '../../ui/form.ts';
import type { Option } from '../../ui/option-list.tsx';
import { formWords as words } from './words.ts';

/** The form values that providers and directories have in common; lists have one item per line. */
export interface SharedValues {
  name: string;
  /** Never sent by the server. */
  secret: string;
  enabled: boolean;
  domains: string;
  createsUsers: boolean;
  allowedDomains: string;
  trustsAddresses: boolean;
  defaultGroups: Option[];
  groupMappings: Mapping[];
}

/** A group of the provider and the group in Licet, which is null until it is chosen. */
export interface Mapping {
  readonly value: string;
  readonly group: Option | null;
}

/** The labels of the fields, for the links in the error summary. */
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

/** Formats the values that are not text as words, for the conflict view. */
export const sharedInWords = {
  enabled: yesOrNo,
  createsUsers: yesOrNo,
  trustsAddresses: yesOrNo,
  defaultGroups: (groups: Option[]) => groups.map(({ label }) => label).join(', '),
  groupMappings: (mappings: Mapping[]) =>
    mappings.map(({ value, group }) => `${value}: ${group?.label ?? ''}`).join(', '),
};

/** The initial values. */
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

/** The form values of a stored connection. */
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

/** The request body. Leaves the stored secret unchanged if none was typed, and treats hidden fields as empty. */
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

/**
 * Checks the form's own rules: each mapping must be complete, and creating users requires an allowed domain. `rest` is
 * the entry for the contract's schema. It has no mappings if one is incomplete.
 */
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
