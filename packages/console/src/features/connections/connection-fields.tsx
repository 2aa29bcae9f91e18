import type { ProviderConnection } from '@licet/contract';
import type { ReactNode } from 'react';
import { SegmentedControl } from '../../ui/choices.tsx';
import type { Form } from '../../ui/form.ts';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import type { ConnectionValues } from './connection-form.ts';
import type { Preset } from './presets.ts';
import { ConnectionPart, GroupMappings, Lines, Tick, WhoMaySignIn } from './shared-fields.tsx';
import { formWords as words } from './words.ts';

interface Fields {
  form: Form<ConnectionValues>;
  preset: Preset;
}

export interface ConnectionFieldsProps extends Fields {
  /** The field that replaces the issuer for this preset. */
  place: { label: string; hint: string; placeholder: string };
  /** The stored connection, when one is edited. */
  stored?: ProviderConnection;
}

/** The fields of a connection: the provider, who may sign in, and which of the provider's claims Licet uses. */
export function ConnectionFields({ form, preset, place, stored }: ConnectionFieldsProps): ReactNode {
  const github = preset.kind === 'github';
  return (
    <>
      <TextField
        {...form.field('name')}
        label={words.name}
        hint={words.nameHint(form.values.name.trim() || 'Google')}
      />
      {!preset.fixed && (
        <TextField {...form.field('issuer')} {...place} mono spellCheck={false} autoCapitalize="off" inputMode="url" />
      )}
      <TextField {...form.field('clientId')} label={words.clientId} mono spellCheck={false} autoCapitalize="off" />
      <Proof form={form} preset={preset} stored={stored} />
      <Tick {...form.field('enabled')} label={words.enabled} hint={words.enabledHint} />
      {!github && <Tick {...form.field('signsOutThere')} label={words.signsOutThere} hint={words.signsOutThereHint} />}
      <WhoMaySignIn
        domains={form.field('domains')}
        createsUsers={form.field('createsUsers')}
        allowedDomains={form.field('allowedDomains')}
        trustsAddresses={github ? undefined : form.field('trustsAddresses')}
        defaultGroups={form.field('defaultGroups')}
        hints={{
          domains: words.domainsHint,
          createsUsers: words.createsUsersHint,
          trustsAddresses: words.trustsAddressesHint,
        }}
      />
      {!github && (
        <ConnectionPart legend={words.whatCounts}>
          <TextField
            {...form.field('groupsClaim')}
            label={words.groupsClaim}
            hint={words.groupsClaimHint}
            placeholder="groups"
            optional
            mono
          />
          {form.values.groupsClaim.trim() !== '' && <GroupMappings {...form.field('groupMappings')} />}
          <Lines
            {...form.field('twoFactorValues')}
            label={words.twoFactorValues}
            hint={words.twoFactorValuesHint}
            placeholder="mfa"
            optional
          />
          <TextField {...form.field('scopes')} label={words.scopes} hint={words.scopesHint} mono />
        </ConnectionPart>
      )}
    </>
  );
}

/** How Licet authenticates at the provider. */
function Proof({ form, preset, stored }: Fields & { stored: ProviderConnection | undefined }): ReactNode {
  const { proof } = form.values;
  const hasStoredSecret = stored?.proof === 'secret' && stored.hasSecret;
  return (
    <>
      {preset.takesKeys && (
        <SegmentedControl
          label={words.proof}
          showLabel
          wide
          choices={[
            { value: 'secret', label: words.proofs.secret },
            { value: 'private_key', label: words.proofs.private_key },
          ]}
          value={proof}
          onChange={(chosen) => form.set('proof', chosen)}
          {...(proof === 'private_key' && stored?.proof !== 'private_key' && { hint: words.keyHint })}
        />
      )}
      {proof === 'secret' && (
        <PasswordField
          {...form.field('secret')}
          label={words.secret}
          hint={hasStoredSecret ? words.secretKept : words.secretHint}
          autoComplete="off"
        />
      )}
    </>
  );
}
