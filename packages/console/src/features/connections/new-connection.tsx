import type { Connection } from '@licet/contract';
import type { ReactNode } from 'react';
import { useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { ConnectionFields } from './connection-fields.tsx';
import { connectionLabels, entryOf, newSchema, valuesOfPreset } from './connection-form.ts';
import { type PresetName, presets } from './presets.ts';
import { Registration } from './registration.tsx';
import { useMakeConnection } from './use-make-connection.ts';
import { placeWords, presetWords, words } from './words.ts';

/** Adds a provider. What is typed is kept through a sign-in, but for its secret. */
export function NewConnection({
  name,
  onClose,
  onMade,
}: {
  name: PresetName;
  onClose: () => void;
  onMade: (connection: Connection) => void;
}): ReactNode {
  const preset = presets[name];
  const form = useForm(
    {
      schema: newSchema(preset.kind),
      initial: valuesOfPreset(preset, name === 'openid' ? '' : presetWords[name]),
      entry: (values) => entryOf(preset, values),
      keep: `connection ${name}`,
      secret: 'secret',
      submit: useMakeConnection(onMade, words.made),
    },
    'connection',
  );
  return (
    <FormPanel
      title={words.addWhat(presetWords[name])}
      action={words.add}
      form={form}
      labels={{ ...connectionLabels, issuer: placeWords[name].label }}
      onClose={onClose}
    >
      <Registration preset={name} />
      <ConnectionFields form={form} preset={preset} place={placeWords[name]} />
    </FormPanel>
  );
}
