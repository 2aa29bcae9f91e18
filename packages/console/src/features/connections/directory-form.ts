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

/** What the form of a directory holds: its settings as texts, each a field of its own. */
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

/** The labels of the form, for the links of its errors. */
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

/** How the values that are no text are said in a conflict. */
export const directoryInWords = {
  ...sharedInWords,
  startTls: yesOrNo,
  nestedGroups: yesOrNo,
  syncMinutes: (minutes: string) => everyInWords(minutes),
  syncMakes: yesOrNo,
  groupSource: (source: DirectorySettings['groupSource']) => words.groupSources[source],
};

/** First, as on the screen: in this order their errors are named. */
const where = { name: '', url: '', startTls: true, caCertificate: '', enabled: true, baseDn: '', bindDn: '' };

/** What a new directory begins with. */
export const valuesOfDirectoryPreset = (preset: DirectoryPreset): DirectoryValues => ({
  ...where,
  ...newShared,
  trustsAddresses: true,
  groupBaseDn: '',
  syncMinutes: '',
  syncMakes: true,
  ...filledIn(preset),
});

/** A directory as the form holds it. */
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

/** How often, in words. */
export const everyInWords = (minutes: string) =>
  minutes === '' ? syncWords.never : syncWords.minutes(Number(minutes));

/** Whether each person is looked up as themselves, so that no password is kept. */
export const bindsAsPerson = ({ bindDn }: Pick<DirectoryValues, 'bindDn'>) => bindDn.includes(bindName);

/** Whether the address leaves it to StartTLS to encrypt. */
export const mayStartTls = ({ url }: Pick<DirectoryValues, 'url'>) => /^\s*ldap:/i.test(url);

/** Whether groups can be asked for groups in groups. */
export const mayNest = ({ groupSource, memberAttribute }: Pick<DirectoryValues, 'groupSource' | 'memberAttribute'>) =>
  groupSource === 'search' && memberAttribute.trim().toLowerCase() !== 'memberuid';

/** What is sent, with each setting beside the others, so that only those that differ are sent. */
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

/** What is sent of it: the settings of a directory stand in an object of their own. */
export function bodyOf(entry: Partial<DirectoryEntry>): z.input<typeof connectionChange> {
  const own = new Set<string>(Object.keys(sharedLabels));
  const entries = Object.entries(entry);
  const directory = Object.fromEntries(entries.filter(([name]) => !own.has(name)));
  return {
    ...Object.fromEntries(entries.filter(([name]) => own.has(name))),
    ...(Object.keys(directory).length > 0 && { directory }),
  };
}

/** The contract's rules, and those of the form. */
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

/** The same for one that is made: without a password nobody could be looked up. */
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
