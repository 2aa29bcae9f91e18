import {
  bindName,
  connectionChange,
  type DirectoryConnection,
  type DirectorySettings,
  limits,
  newDirectoryConnection,
} from '@licet/contract';
import type * as z from 'zod';
import type { FormSchema } from '../../ui/form.ts';
import { attributeValues, type DirectoryPreset, filledIn } from './presets.ts';
import {
  newShared,
  type SharedEntry,
  type SharedValues,
  sharedEntryOf,
  sharedInWords,
  sharedIssues,
  sharedLabels,
  sharedValuesOf,
  wordsIn,
  yesOrNo,
} from './shared-form.ts';
import { syncWords } from './sync-words.ts';
import { directoryWords as words } from './words.ts';

/** The form values of a directory. Each of its settings is a text field. */
export interface DirectoryValues extends SharedValues, ReturnType<typeof attributeValues> {
  url: string;
  startTls: boolean;
  caCertificate: string;
  baseDn: string;
  bindDn: string;
  groupBaseDn: string;
  /** Minutes; empty for never. */
  syncMinutes: string;
  syncMakes: boolean;
}

/** The labels of the form, for the links in its error summary. */
export const directoryLabels: Record<keyof DirectoryValues, string> = {
  ...sharedLabels,
  secret: words.secret,
  url: words.url,
  startTls: words.startTls,
  caCertificate: words.caCertificate,
  baseDn: words.baseDn,
  bindDn: words.bindDn,
  loginAttributes: words.loginAttributes,
  personClass: words.personClass,
  idAttribute: words.idAttribute,
  nameAttribute: words.nameAttribute,
  emailAttribute: words.emailAttribute,
  groupSource: words.groupSource,
  groupBaseDn: words.groupBaseDn,
  groupClass: words.groupClass,
  memberAttribute: words.memberAttribute,
  nestedGroups: words.nestedGroups,
  syncMinutes: syncWords.every,
  syncMakes: syncWords.makes,
};

/** Formats the values that are not text as words, for the conflict view. */
export const directoryInWords = {
  ...sharedInWords,
  startTls: yesOrNo,
  nestedGroups: yesOrNo,
  syncMinutes: (minutes: string) => everyInWords(minutes),
  syncMakes: yesOrNo,
  groupSource: (source: DirectorySettings['groupSource']) => words.groupSources[source],
};

/** These keys come first, because errors appear in the order of the keys and must match the screen. */
const where = { name: '', url: '', startTls: true, caCertificate: '', enabled: true, baseDn: '', bindDn: '' };

/** The initial values for a preset. */
export const valuesOfDirectoryPreset = (preset: DirectoryPreset): DirectoryValues => ({
  ...where,
  ...newShared,
  trustsAddresses: true,
  groupBaseDn: '',
  syncMinutes: '',
  syncMakes: true,
  ...filledIn(preset),
});

/** The form values of a stored directory. */
export const valuesOfDirectory = (connection: DirectoryConnection): DirectoryValues => {
  const { directory } = connection;
  return {
    ...where,
    ...sharedValuesOf(connection),
    url: directory.url,
    startTls: directory.startTls,
    caCertificate: directory.caCertificate ?? '',
    baseDn: directory.baseDn,
    bindDn: directory.bindDn,
    groupBaseDn: directory.groupBaseDn ?? '',
    syncMinutes: directory.syncMinutes === null ? '' : String(directory.syncMinutes),
    syncMakes: directory.syncMakes,
    ...attributeValues(directory),
  };
};

/** The interval in words. */
export const everyInWords = (minutes: string) =>
  minutes === '' ? syncWords.never : syncWords.minutes(Number(minutes));

/** Whether each user binds with their own name, so that Licet stores no password. */
export const bindsAsPerson = ({ bindDn }: Pick<DirectoryValues, 'bindDn'>) => bindDn.includes(bindName);

/** Whether the address permits StartTLS. */
export const mayStartTls = ({ url }: Pick<DirectoryValues, 'url'>) => /^\s*ldap:/i.test(url);

/** Whether the directory can search for nested groups. */
export const mayNest = ({ groupSource, memberAttribute }: Pick<DirectoryValues, 'groupSource' | 'memberAttribute'>) =>
  groupSource === 'search' && memberAttribute.trim().toLowerCase() !== 'memberuid';

/** The request body with the directory's settings at the top level, so that each unchanged one can be left out. */
export type DirectoryEntry = SharedEntry & DirectorySettings;

export function directoryEntryOf(values: DirectoryValues): DirectoryEntry {
  return {
    ...sharedEntryOf({
      ...values,
      secret: bindsAsPerson(values) ? '' : values.secret,
      groupMappings: values.groupSource === 'none' ? [] : values.groupMappings,
    }),
    trustsAddresses: values.trustsAddresses,
    url: values.url.trim(),
    startTls: values.startTls,
    caCertificate: values.caCertificate.trim() || null,
    baseDn: values.baseDn.trim(),
    bindDn: values.bindDn.trim(),
    loginAttributes: wordsIn(values.loginAttributes),
    personClass: values.personClass.trim(),
    idAttribute: values.idAttribute.trim(),
    nameAttribute: values.nameAttribute.trim(),
    emailAttribute: values.emailAttribute.trim(),
    groupSource: values.groupSource,
    groupBaseDn: values.groupBaseDn.trim() || null,
    groupClass: values.groupClass.trim(),
    memberAttribute: values.memberAttribute.trim(),
    nestedGroups: mayNest(values) && values.nestedGroups,
    syncMinutes: values.syncMinutes === '' || bindsAsPerson(values) ? null : Number(values.syncMinutes),
    syncMakes: values.syncMakes,
  };
}

/** Returns the request body, with the directory's settings in a separate object. */
export function bodyOf(entry: Partial<DirectoryEntry>): z.input<typeof connectionChange> {
  const own = new Set<string>(Object.keys(sharedLabels));
  const entries = Object.entries(entry);
  const directory = Object.fromEntries(entries.filter(([name]) => !own.has(name)));
  return {
    ...Object.fromEntries(entries.filter(([name]) => own.has(name))),
    ...(Object.keys(directory).length > 0 && { directory }),
  };
}

/** The contract's schema, together with the form's own rules. */
export const directoryChangeSchema: FormSchema<DirectoryEntry> = {
  safeParse: (input) => {
    const entry = input as DirectoryEntry;
    const { issues, rest } = sharedIssues(entry);
    const parsed = connectionChange.safeParse(bodyOf(rest));
    const most = limits.ldapLoginAttributesMax.value;
    if (entry.loginAttributes.length === 0 || entry.loginAttributes.length > most)
      issues.push({ path: ['loginAttributes'], message: words.loginAttributesCount(most) });
    if (entry.bindDn === bindName) issues.push({ path: ['bindDn'], message: words.bindDnNameAlone });
    if (!parsed.success)
      issues.push(
        ...parsed.error.issues.map(({ path: [first, ...others], message }) => ({
          path: first === 'directory' ? others : [first ?? '', ...others],
          message,
        })),
      );
    return issues.length === 0 ? { success: true, data: entry } : { success: false, error: { issues } };
  },
};

type NewDirectory = z.input<typeof newDirectoryConnection>;

/** The schema of a new directory, which also requires a password. */
export const newDirectorySchema: FormSchema<NewDirectory> = {
  safeParse: (input) => {
    const entry = input as DirectoryEntry;
    const checked = directoryChangeSchema.safeParse(entry);
    const issues = checked.success ? [] : [...checked.error.issues];
    if (!bindsAsPerson(entry) && entry.secret === undefined)
      issues.push({ path: ['secret'], message: words.secretMissing });
    if (issues.length > 0) return { success: false, error: { issues } };
    return { success: true, data: newDirectoryConnection.parse({ ...bodyOf(entry), kind: 'ldap' }) };
  },
};
