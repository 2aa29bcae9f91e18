import type { ReactNode } from 'react';
import { Callout } from '../../../ui/callout.tsx';
import { Checkbox, SegmentedControl } from '../../../ui/choices.tsx';
import { FieldNote } from '../../../ui/field.tsx';
import type { Form } from '../../../ui/form.ts';
import { TextArea } from '../../../ui/text-field.tsx';
import type { ClientValues } from './client-form.ts';
import { clientKinds } from './client-kinds.ts';
import { formWords } from './words.ts';

/** How a client proves what it does, and how its ID tokens are signed: what its kind leaves open. */
export function ProofFields({
  form,
  takesKeys,
}: {
  form: Form<ClientValues>;
  /** The client is being made: later its keys stand in a list of their own. */
  takesKeys: boolean | undefined;
}): ReactNode {
  const { kind } = form.values;
  const { signsIn, secret } = clientKinds[kind];
  return (
    <>
      {kind === 'server' && <PkceField form={form} />}
      {(kind === 'server' || form.values.requirePushedAuthorization) && signsIn && (
        // Licet’s own kit for the browser pushes nothing, so that it is not offered there.
        <Tick form={form} name="requirePushedAuthorization" label={formWords.pushed} hint={formWords.pushedHint} />
      )}
      {signsIn && (
        <SegmentedControl
          label={formWords.algorithm}
          showLabel
          wide
          hint={formWords.algorithmHint}
          value={form.values.idTokenAlgorithm}
          onChange={(next) => form.set('idTokenAlgorithm', next)}
          choices={[
            { value: 'ES256', label: 'ES256' },
            { value: 'RS256', label: 'RS256' },
          ]}
        />
      )}
      {secret && takesKeys && (
        <TextArea
          label={formWords.keys}
          {...form.field('publicKeys')}
          hint={formWords.keysHint}
          placeholder={'{"keys":[{"kty":"EC","crv":"P-256","x":"…","y":"…"}]}'}
          optional
          mono
          rows={3}
          spellCheck={false}
        />
      )}
    </>
  );
}

/** What it costs to turn PKCE off stands there as soon as it is. */
function PkceField({ form }: { form: Form<ClientValues> }): ReactNode {
  const on = form.values.requirePkce;
  return (
    <Tick form={form} name="requirePkce" label={formWords.pkce} hint={on ? formWords.pkceHint : undefined}>
      {!on && <Callout live>{formWords.pkceOff}</Callout>}
    </Tick>
  );
}

interface TickProps {
  form: Form<ClientValues>;
  name: 'requirePkce' | 'requirePushedAuthorization';
  label: string;
  hint: string | undefined;
  children?: ReactNode;
}

function Tick({ form, name, label, hint, children }: TickProps): ReactNode {
  const { value, onChange, error, id } = form.field(name);
  return (
    <div className="field">
      <Checkbox label={label} id={id} checked={value} onChange={onChange} aria-describedby={`${id}-note`} />
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
      {children}
    </div>
  );
}
