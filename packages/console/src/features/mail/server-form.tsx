import { type MailLanguage, type MailSecurity, type MailSettings, newMailServer } from '@licet/contract';
import type { ReactNode } from 'react';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { signInAgain } from '../../session/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { useForm } from '../../ui/form.ts';
import { FormBody } from '../../ui/form-panel.tsx';
import { language } from '../../ui/language.ts';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { words as mailWords, formWords as words } from './words.ts';

/** Sets or changes the mail server. */
export function ServerForm({ settings, organisation }: { settings: MailSettings; organisation: string }): ReactNode {
  const refresh = useRefresh();
  const spoken = language === 'de' ? 'de' : 'en';
  const form = useForm(
    {
      schema: newMailServer,
      initial: valuesOf(settings, organisation, spoken),
      entry: entryOf,
      submit: async (body) => {
        const saved = await client.mail.configure({ body, ifMatch: settings.version });
        form.reset(valuesOf(saved, organisation, spoken));
        await refresh();
        showToast({ text: words.saved });
      },
    },
    'mail',
  );
  const { security } = form.values;
  const chooseSecurity = (chosen: MailSecurity) => {
    form.set('security', chosen);
    const usual = usualPorts[security];
    if (form.values.port === usual) form.set('port', usualPorts[chosen]);
  };
  return (
    <FormBody form={form} labels={words} narrow>
      {form.problem?.code === 'sign_in_again' && (
        <Button small onClick={() => void signInAgain(location.pathname)}>
          {mailWords.signInAgain}
        </Button>
      )}
      <TextField {...form.field('host')} label={words.host} hint={words.hostHint} mono autoCapitalize="off" />
      <SegmentedControl
        label={words.security}
        showLabel
        choices={securities}
        value={security}
        onChange={chooseSecurity}
        {...(security === 'none' && { hint: words.securityHint })}
      />
      <TextField {...form.field('port')} label={words.port} hint={words.portHint} inputMode="numeric" />
      <TextField
        {...form.field('username')}
        label={words.username}
        hint={words.usernameHint}
        optional
        autoCapitalize="off"
      />
      {form.values.username.trim() !== '' && (
        <PasswordField
          {...form.field('password')}
          label={words.password}
          hint={settings.server?.hasPassword ? words.passwordKept : words.passwordHint}
          autoComplete="off"
        />
      )}
      <TextField {...form.field('fromAddress')} label={words.fromAddress} hint={words.fromAddressHint} type="email" />
      <TextField {...form.field('fromName')} label={words.fromName} />
      <SegmentedControl
        label={words.language}
        showLabel
        hint={words.languageHint}
        choices={spokenLanguages}
        value={form.values.language}
        onChange={(chosen) => form.set('language', chosen)}
      />
      <div className="form-foot">
        <Button kind="primary" type="submit" pending={form.pending}>
          {words.save}
        </Button>
      </div>
    </FormBody>
  );
}

const usualPorts: Readonly<Record<MailSecurity, string>> = { tls: '465', starttls: '587', none: '25' };

const securities = (['tls', 'starttls', 'none'] as const).map((value) => ({ value, label: words.securities[value] }));
const spokenLanguages = (['en', 'de'] as const).map((value) => ({ value, label: words.languages[value] }));

interface ServerValues {
  host: string;
  port: string;
  security: MailSecurity;
  username: string;
  password: string;
  fromAddress: string;
  fromName: string;
  language: MailLanguage;
}

/** The form values of a stored mail server. The password is never sent to the browser. */
const valuesOf = ({ server: set }: MailSettings, organisation: string, language: MailLanguage): ServerValues => {
  const server = set?.webhook === null ? set : null;
  return {
    host: server?.host ?? '',
    port: String(server?.port ?? 465),
    security: server?.security ?? 'tls',
    username: server?.username ?? '',
    password: '',
    fromAddress: set?.fromAddress ?? '',
    fromName: set?.fromName ?? organisation,
    language: set?.language ?? language,
  };
};

/** The request body. Leaves the stored password unchanged if none was typed, unless the username was removed. */
const entryOf = ({ port, username, password, ...values }: ServerValues) => ({
  ...values,
  host: values.host.trim(),
  fromAddress: values.fromAddress.trim(),
  fromName: values.fromName.trim(),
  port: Number(port),
  username: username.trim() || null,
  ...(username.trim() === '' ? { password: null } : password !== '' && { password }),
});
