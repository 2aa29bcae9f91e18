import { connectionChange, newProviderConnection, type ProviderConnection } from '@licet/contract';
import type { FormSchema } from '../../ui/form.ts';
import { type NewConnection, type Preset, presetOf } from './presets.ts';
import {
  newShared,
  type SharedValues,
  sharedEntryOf,
  sharedInWords,
  sharedIssues,
  sharedLabels,
  sharedValuesOf,
  wordsIn,
  yesOrNo,
} from './shared-form.ts';
import { formWords as words } from './words.ts';

/** The values of a provider's form; lists have one item per line. */
export interface ConnectionValues extends SharedValues {
  /** The issuer, or the value that replaces it for this preset. */
  issuer: string;
  clientId: string;
  proof: ProviderConnection['proof'];
  scopes: string;
  groupsClaim: string;
  twoFactorValues: string;
  signsOutThere: boolean;
}

/** The labels of the form, for the links in its error summary. */
export const connectionLabels: Record<keyof ConnectionValues, string> = {
  ...sharedLabels,
  issuer: words.issuer,
  clientId: words.clientId,
  proof: words.proof,
  scopes: words.scopes,
  groupsClaim: words.groupsClaim,
  twoFactorValues: words.twoFactorValues,
  signsOutThere: words.signsOutThere,
};

/** Formats the values that are not text as words, for the conflict view. */
export const inWords = {
  ...sharedInWords,
  proof: (proof: ProviderConnection['proof']) => words.proofs[proof],
  signsOutThere: yesOrNo,
};

/** The initial values for a preset. */
export const valuesOfPreset = ({ place, scopes }: Preset, name: string): ConnectionValues => ({
  ...newShared,
  name,
  issuer: place,
  clientId: '',
  proof: 'secret',
  scopes,
  groupsClaim: '',
  twoFactorValues: '',
  signsOutThere: false,
});

/** The form values of a stored connection. */
export const valuesOf = (connection: ProviderConnection): ConnectionValues => ({
  ...sharedValuesOf(connection),
  issuer: connection.issuer,
  clientId: connection.clientId,
  proof: connection.proof,
  scopes: connection.scopes.join(' '),
  groupsClaim: connection.groupsClaim ?? '',
  twoFactorValues: connection.twoFactorValues.join('\n'),
  signsOutThere: connection.signsOutThere,
});

/** The request body. Leaves the stored secret unchanged if none was typed, and treats hidden fields as empty. */
export function entryOf(preset: Preset, values: ConnectionValues): Omit<NewConnection, 'kind'> {
  const github = preset.kind === 'github';
  const proof = preset.takesKeys ? values.proof : 'secret';
  const groupsClaim = (!github && values.groupsClaim.trim()) || null;
  return {
    ...sharedEntryOf({
      ...values,
      secret: values.proof === 'secret' ? values.secret : '',
      groupMappings: groupsClaim === null ? [] : values.groupMappings,
    }),
    issuer: preset.issuer(values.issuer),
    clientId: values.clientId.trim(),
    proof,
    scopes: wordsIn(values.scopes),
    groupsClaim,
    twoFactorValues: github ? [] : linesIn(values.twoFactorValues),
    signsOutThere: !github && values.signsOutThere,
  };
}

type Entry = ReturnType<typeof entryOf>;

/** The contract's schema, together with the form's own rules. */
export const changeSchema: FormSchema<Entry> = {
  safeParse: (input) => {
    const entry = input as Entry;
    const { issues, rest } = sharedIssues(entry);
    const parsed = connectionChange.safeParse(rest);
    if (!parsed.success) issues.unshift(...parsed.error.issues);
    return issues.length === 0 ? { success: true, data: entry } : { success: false, error: { issues } };
  },
};

/** The schema of a new connection, which also requires a secret. */
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

const linesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
