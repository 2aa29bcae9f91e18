import type { ProviderConnection } from '@licet/contract';
import type { ReactNode } from 'react';
import { findGroups } from '../../blocks/find.ts';
import { Checkbox, SegmentedControl } from '../../ui/choices.tsx';
import { FieldNote } from '../../ui/field.tsx';
import type { Form } from '../../ui/form.ts';
import { TagPicker } from '../../ui/tag-picker.tsx';
import { PasswordField, TextArea, TextField } from '../../ui/text-field.tsx';
import type { ConnectionValues } from './connection-form.ts';
import { GroupMappings } from './group-mappings.tsx';
import type { Preset } from './presets.ts';
import { formWords as words } from './words.ts';
import './connection-fields.css';

interface Fields {
  form: Form<ConnectionValues>;
  preset: Preset;
}

export interface ConnectionFieldsProps extends Fields {
  /** What the issuer is asked for as. */
  place: { label: string; hint: string; placeholder: string };
  /** What stands already. */
  stored?: ProviderConnection;
}

/** The fields of a connection, in the order in which they are thought of: whom it speaks to, who comes in, what of them counts here. */
export function ConnectionFields({ form, preset, place, stored }: ConnectionFieldsProps): ReactNode {
  const github = preset.kind === 'github';
  return (
    <>
      <TextField {...form.field('name')} label={words.name} hint={words.nameHint} />
      {!preset.fixed && (
        <TextField {...form.field('issuer')} {...place} mono spellCheck={false} autoCapitalize="off" inputMode="url" />
      )}
      <TextField {...form.field('clientId')} label={words.clientId} mono spellCheck={false} autoCapitalize="off" />
      <Proof form={form} preset={preset} stored={stored} />
      <Tick form={form} name="enabled" label={words.enabled} hint={words.enabledHint} />
      <fieldset className="form connection-part">
        <legend>{words.whoComes}</legend>
        <Lines form={form} name="domains" label={words.domains} hint={words.domainsHint} placeholder="example.org" />
        <Tick form={form} name="createsUsers" label={words.createsUsers} hint={words.createsUsersHint} />
        {form.values.createsUsers && (
          <>
            <Lines
              form={form}
              name="allowedDomains"
              label={words.allowedDomains}
              hint={words.allowedDomainsHint}
              placeholder="example.org"
            />
            {!github && (
              <Tick form={form} name="trustsAddresses" label={words.trustsAddresses} hint={words.trustsAddressesHint} />
            )}
            <TagPicker
              {...form.field('defaultGroups')}
              label={words.defaultGroups}
              hint={words.defaultGroupsHint}
              placeholder={words.groupPlaceholder}
              load={findGroups}
              optional
            />
          </>
        )}
      </fieldset>
      {!github && (
        <fieldset className="form connection-part">
          <legend>{words.whatCounts}</legend>
          <TextField
            {...form.field('groupsClaim')}
            label={words.groupsClaim}
            hint={words.groupsClaimHint}
            placeholder="groups"
            optional
            mono
          />
          {form.values.groupsClaim.trim() !== '' && <GroupMappings form={form} />}
          <Lines
            form={form}
            name="twoFactorValues"
            label={words.twoFactorValues}
            hint={words.twoFactorValuesHint}
            placeholder="mfa"
          />
          <TextField {...form.field('scopes')} label={words.scopes} hint={words.scopesHint} mono />
        </fieldset>
      )}
    </>
  );
}

/** By what this Licet proves itself there. */
function Proof({ form, preset, stored }: Fields & { stored: ProviderConnection | undefined }): ReactNode {
  const { proof } = form.values;
  const kept = stored?.proof === 'secret' && stored.hasSecret;
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
          hint={kept ? words.secretKept : words.secretHint}
          autoComplete="off"
        />
      )}
    </>
  );
}

interface TickProps extends Pick<Fields, 'form'> {
  name: 'enabled' | 'createsUsers' | 'trustsAddresses';
  label: string;
  hint: string;
}

function Tick({ form, name, label, hint }: TickProps): ReactNode {
  const { value, onChange, error, id } = form.field(name);
  return (
    <div className="field">
      <Checkbox label={label} id={id} checked={value} onChange={onChange} aria-describedby={`${id}-note`} />
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}

interface LinesProps extends Pick<Fields, 'form'> {
  name: 'domains' | 'allowedDomains' | 'twoFactorValues';
  label: string;
  hint: string;
  placeholder: string;
}

/** One a line. Which of them is wrong is said with the field. */
function Lines({ form, name, ...texts }: LinesProps): ReactNode {
  const field = form.field(name);
  return (
    <TextArea
      {...field}
      {...texts}
      optional={name !== 'allowedDomains'}
      mono
      rows={2}
      spellCheck={false}
      autoCapitalize="off"
    />
  );
}
