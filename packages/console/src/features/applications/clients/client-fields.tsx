import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Checkbox, RadioGroup, SegmentedControl } from '../../../ui/choices.tsx';
import { FieldNote } from '../../../ui/field.tsx';
import type { Form } from '../../../ui/form.ts';
import { PlusIcon } from '../../../ui/icons.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { addressesOf, belongingTo } from './address-lines.ts';
import { type AddressField, type ClientKind, type ClientValues, clientKinds } from './client-form.ts';
import { formWords, words } from './words.ts';

const KINDS: readonly ClientKind[] = ['browser', 'native', 'server', 'device', 'service'];

/**
 * The fields of a client. The kind can be chosen only for a new client. Suggests the origins and sign-out addresses
 * that go with the redirect addresses.
 */
export function ClientFields({
  form,
  choosesKind,
}: {
  form: Form<ClientValues>;
  choosesKind?: boolean | undefined;
}): ReactNode {
  const { kind } = form.values;
  const belonging = belongingTo(form.values.redirectUris, kind);
  const page = kind === 'browser' ? 'http://localhost:5173' : 'http://localhost:3000';
  const callback = kind === 'native' ? 'org.example.app:/callback' : `${page}/callback`;
  return (
    <>
      <TextField label={formWords.name} {...form.field('name')} hint={formWords.nameHint} />
      {choosesKind && (
        <RadioGroup
          label={words.kind}
          showLabel
          value={kind}
          onChange={(next) => form.set('kind', next)}
          choices={KINDS.map((value) => ({
            value,
            label: (
              <>
                <b>{words.kinds[value].label}</b>
                <span className="text-muted block small">{words.kinds[value].what}</span>
              </>
            ),
          }))}
        />
      )}
      {clientKinds[kind].signsIn && (
        <>
          <Addresses
            form={form}
            name="redirectUris"
            label={formWords.redirect}
            placeholder={kind === 'browser' ? `${page}/` : callback}
            hint={kind === 'native' ? formWords.redirectNative : formWords.redirectHint}
          />
          <Addresses
            form={form}
            name="postLogoutRedirectUris"
            label={formWords.signOut}
            placeholder={kind === 'native' ? callback : `${page}/`}
            hint={formWords.signOutHint}
            offered={belonging.signOuts}
          />
        </>
      )}
      {kind === 'browser' && (
        <Addresses
          form={form}
          name="webOrigins"
          label={formWords.origins}
          placeholder={page}
          hint={formWords.originsHint}
          offered={belonging.origins}
        />
      )}
      {kind === 'server' && (
        <TextField
          label={formWords.logout}
          {...form.field('backchannelLogoutUri')}
          hint={formWords.logoutHint}
          placeholder="https://app.example.org/backchannel-logout"
          optional
          mono
        />
      )}
      <ProofFields form={form} takesKeys={choosesKind} />
    </>
  );
}

interface AddressesProps {
  form: Form<ClientValues>;
  name: AddressField;
  label: string;
  placeholder: string;
  hint: string;
  /** Addresses that are probably missing; a button adds them. */
  offered?: readonly string[];
}

/** A text area with one address per line. */
function Addresses({ form, name, offered, ...texts }: AddressesProps): ReactNode {
  const field = form.field(name);
  const error = field.error ?? [...form.errors].find(([key]) => key.startsWith(`${name}.`))?.[1];
  const present = addressesOf(field.value);
  const missing = (offered ?? []).filter((address) => !present.includes(address));
  return (
    <>
      <TextArea {...texts} {...field} optional={offered !== undefined} error={error} mono rows={2} spellCheck={false} />
      {missing.map((address) => (
        <p key={address}>
          <Button small kind="quiet" icon={PlusIcon} onClick={() => field.onChange([...present, address].join('\n'))}>
            {formWords.offer(address)}
          </Button>
        </p>
      ))}
    </>
  );
}

/** How a client authenticates, and how its ID tokens are signed, if its kind allows a choice. */
function ProofFields({
  form,
  takesKeys,
}: {
  form: Form<ClientValues>;
  /** True for a new client. The keys of an existing client are managed in a separate list. */
  takesKeys: boolean | undefined;
}): ReactNode {
  const { kind } = form.values;
  const { signsIn, secret } = clientKinds[kind];
  return (
    <>
      {kind === 'server' && <PkceField form={form} />}
      {(kind === 'server' || form.values.requirePushedAuthorization) && signsIn && (
        // Licet's client library does not use pushed authorization requests, so a browser client does not offer the
        // option.
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

/** The switch for PKCE. Turning it off shows the consequences below it. */
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
