import type { DirectoryConnection } from '@licet/contract';
import type { ReactNode } from 'react';
import { SegmentedControl } from '../../ui/choices.tsx';
import type { Form } from '../../ui/form.ts';
import { Select } from '../../ui/select.tsx';
import { PasswordField, TextArea, TextField } from '../../ui/text-field.tsx';
import { bindsAsPerson, type DirectoryValues, everyInWords, mayNest, mayStartTls } from './directory-form.ts';
import { ConnectionPart, GroupMappings, Tick, WhoMaySignIn } from './shared-fields.tsx';
import { syncWords } from './sync-words.ts';
import { formWords, directoryWords as words } from './words.ts';

interface Fields {
  form: Form<DirectoryValues>;
}

/**
 * The fields of a directory: its server, the account that searches, the attributes, who may sign in, and the groups.
 */
export function DirectoryFields({ form, stored }: Fields & { stored?: DirectoryConnection }): ReactNode {
  return (
    <>
      <TextField {...form.field('name')} label={formWords.name} hint={words.nameHint} />
      <TextField
        {...form.field('url')}
        {...code}
        label={words.url}
        hint={words.urlHint}
        placeholder={words.urlExample}
      />
      {mayStartTls(form.values) && (
        <Tick {...form.field('startTls')} label={words.startTls} hint={words.startTlsHint} />
      )}
      <TextArea
        {...form.field('caCertificate')}
        {...code}
        rows={3}
        label={words.caCertificate}
        hint={words.caCertificateHint}
        placeholder="-----BEGIN CERTIFICATE-----"
        optional
      />
      <Tick {...form.field('enabled')} label={formWords.enabled} hint={words.enabledHint} />
      <LookingUp form={form} stored={stored} />
      <Attributes form={form} />
      <WhoMaySignIn
        domains={form.field('domains')}
        createsUsers={form.field('createsUsers')}
        allowedDomains={form.field('allowedDomains')}
        trustsAddresses={undefined}
        defaultGroups={form.field('defaultGroups')}
        hints={{
          domains: words.domainsHint,
          createsUsers: words.createsUsersHint,
        }}
      />
      <Groups form={form} />
      {!bindsAsPerson(form.values) && <Schedule form={form} />}
    </>
  );
}

/** The part of the directory that contains the users, and the account that searches it. */
function LookingUp({ form, stored }: Fields & { stored: DirectoryConnection | undefined }): ReactNode {
  return (
    <ConnectionPart legend={words.lookingUp}>
      <TextField
        {...form.field('baseDn')}
        {...code}
        label={words.baseDn}
        hint={words.baseDnHint}
        placeholder="ou=people,dc=example,dc=org"
      />
      <TextField
        {...form.field('bindDn')}
        {...code}
        label={words.bindDn}
        hint={words.bindDnHint}
        placeholder="cn=licet,dc=example,dc=org"
      />
      {!bindsAsPerson(form.values) && (
        <PasswordField
          {...form.field('secret')}
          label={words.secret}
          hint={stored?.hasSecret ? words.secretKept : words.secretHint}
          autoComplete="off"
        />
      )}
    </ConnectionPart>
  );
}

/** The names of the attributes that Licet reads. */
function Attributes({ form }: Fields): ReactNode {
  return (
    <ConnectionPart legend={words.attributes}>
      <TextField
        {...form.field('loginAttributes')}
        {...code}
        label={words.loginAttributes}
        hint={words.loginAttributesHint}
      />
      <TextField {...form.field('personClass')} {...code} label={words.personClass} hint={words.personClassHint} />
      <TextField {...form.field('idAttribute')} {...code} label={words.idAttribute} hint={words.idAttributeHint} />
      <TextField {...form.field('nameAttribute')} {...code} label={words.nameAttribute} />
      <TextField {...form.field('emailAttribute')} {...code} label={words.emailAttribute} />
      <Tick {...form.field('trustsAddresses')} label={formWords.trustsAddresses} hint={words.trustsAddressesHint} />
    </ConnectionPart>
  );
}

/** How the directory lists group memberships, and which Licet group corresponds to each of its groups. */
function Groups({ form }: Fields): ReactNode {
  const { groupSource } = form.values;
  const searched = groupSource === 'search';
  return (
    <ConnectionPart legend={words.groups}>
      <SegmentedControl
        label={words.groupSource}
        showLabel
        wide
        choices={[
          { value: 'none', label: words.groupSources.none },
          { value: 'memberOf', label: words.groupSources.memberOf },
          { value: 'search', label: words.groupSources.search },
        ]}
        value={groupSource}
        onChange={(chosen) => form.set('groupSource', chosen)}
        hint={words.groupSourceHints[groupSource]}
        error={form.field('groupSource').error}
      />
      {groupSource !== 'none' && (
        <TextField
          {...form.field('groupBaseDn')}
          {...code}
          label={words.groupBaseDn}
          hint={words.groupBaseDnHint}
          placeholder="ou=groups,dc=example,dc=org"
          optional
        />
      )}
      {searched && (
        <>
          <TextField {...form.field('groupClass')} {...code} label={words.groupClass} hint={words.groupClassHint} />
          <TextField
            {...form.field('memberAttribute')}
            {...code}
            label={words.memberAttribute}
            hint={words.memberAttributeHint}
          />
        </>
      )}
      {mayNest(form.values) && (
        <Tick {...form.field('nestedGroups')} label={words.nestedGroups} hint={words.nestedGroupsHint} />
      )}
      {groupSource !== 'none' && <GroupMappings {...form.field('groupMappings')} />}
    </ConnectionPart>
  );
}

/** How often the directory is synchronised, and whether a synchronisation creates users. */
function Schedule({ form }: Fields): ReactNode {
  const { value, onChange, error } = form.field('syncMinutes');
  const usual = ['', '15', '60', '360', '1440'];
  const all = usual.includes(value) ? usual : [...usual, value];
  return (
    <ConnectionPart legend={syncWords.schedule}>
      <Select
        label={syncWords.every}
        hint={syncWords.everyHint}
        error={error}
        options={all.map((minutes) => ({ id: minutes || never, label: everyInWords(minutes) }))}
        value={value || never}
        onChange={(chosen) => onChange(chosen === never ? '' : chosen)}
      />
      <Tick {...form.field('syncMakes')} label={syncWords.makes} hint={syncWords.makesHint} />
    </ConnectionPart>
  );
}

const never = 'never';

/** Disables spell-check and automatic capitals, because the names are code. */
const code = { mono: true, spellCheck: false, autoCapitalize: 'off' } as const;
