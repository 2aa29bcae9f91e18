import type { Connection } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { SegmentedControl } from '../../ui/choices.tsx';
import { useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { DirectoryFields } from './directory-fields.tsx';
import { directoryEntryOf, directoryLabels, newDirectorySchema, valuesOfDirectoryPreset } from './directory-form.ts';
import { type DirectoryPreset, directoryPresetNames, filledIn } from './presets.ts';
import { useMakeConnection } from './queries.ts';
import { words as common, directoryWords as words } from './words.ts';

const usual = valuesOfDirectoryPreset('activeDirectory');

/** Adds a directory. The typed values survive signing in again, except the password. */
export function NewDirectory({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (connection: Connection) => void;
}): ReactNode {
  const form = useForm(
    {
      schema: newDirectorySchema,
      initial: usual,
      entry: directoryEntryOf,
      keep: 'connection ldap',
      secret: 'secret',
      submit: useMakeConnection(onCreated, words.made),
    },
    'connection',
  );
  // Derive the preset from the form values: they survive a reload, the preset does not.
  const [preset, setPreset] = useState<DirectoryPreset>(() =>
    form.values.personClass === usual.personClass ? 'activeDirectory' : 'openLdap',
  );
  const choose = (chosen: DirectoryPreset) => {
    setPreset(chosen);
    const { nestedGroups, groupSource, ...texts } = filledIn(chosen);
    form.set('nestedGroups', nestedGroups);
    form.set('groupSource', groupSource);
    for (const [name, text] of Object.entries(texts)) form.set(name as keyof typeof texts, text);
  };
  return (
    <FormPanel
      title={common.addWhat(words.directory)}
      action={words.add}
      form={form}
      labels={directoryLabels}
      onClose={onClose}
    >
      <SegmentedControl
        label={words.preset}
        showLabel
        wide
        choices={directoryPresetNames.map((name) => ({ value: name, label: words.presets[name] }))}
        value={preset}
        onChange={choose}
        hint={words.presetHint}
      />
      <DirectoryFields form={form} />
    </FormPanel>
  );
}
