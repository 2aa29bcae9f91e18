import type { ReactNode } from 'react';
import { RadioGroup } from '../../../ui/choices.tsx';
import type { Form } from '../../../ui/form.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { type ClientValues, clientLabels } from './client-form.ts';
import { type ClientKind, clientKinds } from './client-kinds.ts';

const KINDS: readonly ClientKind[] = ['browser', 'server', 'service'];

/** The fields of a client; its kind is chosen once. */
export function ClientFields({
  form,
  choosesKind,
}: {
  form: Form<ClientValues>;
  choosesKind?: boolean | undefined;
}): ReactNode {
  const { kind } = form.values;
  const { signsIn } = clientKinds[kind];
  const error = (name: 'redirectUris' | 'postLogoutRedirectUris' | 'webOrigins') =>
    form.errors.get(name) ?? [...form.errors].find(([key]) => key.startsWith(`${name}.`))?.[1];
  const area = (name: 'redirectUris' | 'postLogoutRedirectUris' | 'webOrigins') => ({
    ...form.field(name),
    error: error(name),
    mono: true,
    rows: 2,
    spellCheck: false,
  });
  return (
    <>
      <FormErrors form={form} labels={clientLabels} />
      <TextField label="Name" {...form.field('name')} hint="As people know it: “Ledger web”." />
      {choosesKind && (
        <RadioGroup
          label="Kind"
          showLabel
          value={kind}
          onChange={(next) => form.set('kind', next)}
          choices={KINDS.map((value) => ({
            value,
            label: (
              <>
                <b>{clientKinds[value].label}</b>
                <span className="text-muted block small">{clientKinds[value].what}</span>
              </>
            ),
          }))}
        />
      )}
      {signsIn && (
        <>
          <TextArea
            label="Redirect addresses"
            placeholder="http://localhost:3000/callback"
            hint="Where people come back to after signing in. One a line, exactly as the program sends it."
            {...area('redirectUris')}
          />
          <TextArea
            label="Sign-out addresses"
            optional
            placeholder="http://localhost:3000/"
            hint="Where people may be sent after signing out."
            {...area('postLogoutRedirectUris')}
          />
        </>
      )}
      {kind === 'browser' && (
        <TextArea
          label="Web origins"
          optional
          placeholder="http://localhost:3000"
          hint="Sites whose pages may ask Licet for tokens (CORS). Without a path."
          {...area('webOrigins')}
        />
      )}
    </>
  );
}
