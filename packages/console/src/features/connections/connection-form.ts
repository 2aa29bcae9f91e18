import { connectionChange, newProviderConnection, type ProviderConnection } from '@licet/contract';
import { groupOption } from '../../blocks/find.ts';
import type { FormSchema } from '../../ui/form.ts';
import type { Option } from '../../ui/option.ts';
import { type NewConnection, type Preset, presetOf } from './presets.ts';
import { formWords as words } from './words.ts';

/** What the form of a connection holds; lists as lines. */
export interface ConnectionValues {
  name: string;
  /** Its issuer, or what a preset asks for in its place. */
  issuer: string;
  clientId: string;
  proof: ProviderConnection['proof'];
  /** Never read back. */
  secret: string;
  enabled: boolean;
  domains: string;
  createsUsers: boolean;
  allowedDomains: string;
  trustsAddresses: boolean;
  defaultGroups: Option[];
  scopes: string;
  groupsClaim: string;
  groupMappings: Mapping[];
  twoFactorValues: string;
}

/** What people are in over there, and the group here; none while it is being chosen. */
export interface Mapping {
  readonly value: string;
  readonly group: Option | null;
}

/** The labels of the form, for the links of its errors. */
export const connectionLabels: Record<keyof ConnectionValues, string> = {
  name: words.name,
  issuer: words.issuer,
  clientId: words.clientId,
  proof: words.proof,
  secret: words.secret,
  enabled: words.enabled,
  domains: words.domains,
  createsUsers: words.createsUsers,
  allowedDomains: words.allowedDomains,
  trustsAddresses: words.trustsAddresses,
  defaultGroups: words.defaultGroups,
  scopes: words.scopes,
  groupsClaim: words.groupsClaim,
  groupMappings: words.groupMappings,
  twoFactorValues: words.twoFactorValues,
};

/** How the values that are no text are said in a conflict. */
export const inWords = {
  proof: (proof: ProviderConnection['proof']) => words.proofs[proof],
  enabled: yesOrNo,
  createsUsers: yesOrNo,
  trustsAddresses: yesOrNo,
  defaultGroups: (groups: Option[]) => groups.map(({ label }) => label).join(', '),
  groupMappings: (mappings: Mapping[]) =>
    mappings.map(({ value, group }) => `${value}: ${group?.label ?? ''}`).join(', '),
};

/** What a new connection begins with. */
export const valuesOfPreset = ({ place, scopes }: Preset, name: string): ConnectionValues => ({
  name,
  issuer: place,
  clientId: '',
  proof: 'secret',
  secret: '',
  enabled: true,
  domains: '',
  createsUsers: false,
  allowedDomains: '',
  trustsAddresses: false,
  defaultGroups: [],
  scopes,
  groupsClaim: '',
  groupMappings: [],
  twoFactorValues: '',
});

/** A connection as the form holds it. */
export const valuesOf = (connection: ProviderConnection): ConnectionValues => ({
  name: connection.name,
  issuer: connection.issuer,
  clientId: connection.clientId,
  proof: connection.proof,
  secret: '',
  enabled: connection.enabled,
  domains: connection.domains.join('\n'),
  createsUsers: connection.createsUsers,
  allowedDomains: connection.allowedDomains.join('\n'),
  trustsAddresses: connection.trustsAddresses,
  defaultGroups: connection.defaultGroups.map(groupOption),
  scopes: connection.scopes.join(' '),
  groupsClaim: connection.groupsClaim ?? '',
  groupMappings: connection.groupMappings.map(({ value, group }) => ({ value, group: groupOption(group) })),
  twoFactorValues: connection.twoFactorValues.join('\n'),
});

/** What is sent of what was typed. A secret that was not typed stays; what is not shown is as if it were empty. */
export function entryOf(preset: Preset, values: ConnectionValues): Omit<NewConnection, 'kind'> {
  const { name, clientId, proof, secret, enabled, createsUsers, defaultGroups } = values;
  const github = preset.kind === 'github';
  const mappings = github || values.groupsClaim.trim() === '' ? [] : values.groupMappings;
  return {
    name: name.trim(),
    issuer: preset.issuer(values.issuer),
    clientId: clientId.trim(),
    proof: preset.takesKeys ? proof : 'secret',
    ...(proof === 'secret' && secret !== '' && { secret }),
    enabled,
    domains: domainsIn(values.domains),
    createsUsers,
    allowedDomains: createsUsers ? domainsIn(values.allowedDomains) : [],
    trustsAddresses: createsUsers && values.trustsAddresses,
    defaultGroups: createsUsers ? defaultGroups.map(({ id }) => id) : [],
    scopes: wordsIn(values.scopes),
    groupsClaim: (!github && values.groupsClaim.trim()) || null,
    groupMappings: mappings
      .filter(({ value, group }) => value.trim() !== '' || group !== null)
      .map(({ value, group }) => ({ value: value.trim(), group: group?.id ?? '' })),
    twoFactorValues: github ? [] : linesIn(values.twoFactorValues),
  };
}

type Entry = ReturnType<typeof entryOf>;

/** The contract's rules, and that a line of the mappings is whole. */
export const changeSchema: FormSchema<Entry> = {
  safeParse: (input) => {
    const entry = input as Entry;
    const half = entry.groupMappings?.some(({ value, group }) => value === '' || group === '');
    const parsed = connectionChange.safeParse({ ...entry, ...(half && { groupMappings: [] }) });
    const issues = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ path, message }));
    if (entry.createsUsers && entry.allowedDomains?.length === 0)
      issues.push({ path: ['allowedDomains'], message: words.allowedDomainsMissing });
    if (half) issues.push({ path: ['groupMappings'], message: words.mappingHalf });
    return issues.length === 0 ? { success: true, data: entry } : { success: false, error: { issues } };
  },
};

/** The same for one that is made: without a secret it could not be used. */
export const newSchema = (kind: ProviderConnection['kind']): FormSchema<NewConnection> => ({
  safeParse: (input) => {
    const entry = input as Entry;
    const checked = changeSchema.safeParse(entry);
    const issues = checked.success ? [] : [...checked.error.issues];
    if (entry.proof === 'secret' && entry.secret === undefined)
      issues.push({ path: ['secret'], message: words.secretMissing });
    if (issues.length > 0) return { success: false, error: { issues } };
    return { success: true, data: newProviderConnection.parse({ ...entry, kind }) };
  },
});

export const entryOfStored = (connection: ProviderConnection) => (values: ConnectionValues) =>
  entryOf(presetOf(connection), values);

const wordsIn = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');
const domainsIn = (text: string): string[] => wordsIn(text).map((domain) => domain.toLowerCase().replace(/^@/, ''));
const linesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function yesOrNo(value: boolean): string {
  return value ? words.yes : words.no;
}
