import { type MailLanguage, type MailSettings, newMailWebhook } from '@licet/contract';
import type { ReactNode } from 'react';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { useForm } from '../../ui/form.ts';
import { FormBody } from '../../ui/form-panel.tsx';
import { language } from '../../ui/language.ts';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { formWords, webhookWords as words } from './words.ts';

/** Sets or changes the webhook that sends the mails instead of a mail server. */
export function WebhookForm({ settings, organisation }: { settings: MailSettings; organisation: string }): ReactNode {
  const refresh = useRefresh();
  const form = useForm(
    {
      schema: newMailWebhook,
      initial: valuesOf(settings, organisation),
      entry: ({ secret, ...values }) => ({
        ...values,
        webhook: values.webhook.trim(),
        fromAddress: values.fromAddress.trim(),
        fromName: values.fromName.trim(),
        ...(secret !== '' && { secret }),
      }),
      submit: async (body) => {
        const saved = await client.mail.configureWebhook({ body, ifMatch: settings.version });
        form.reset(valuesOf(saved, organisation));
        await refresh();
        showToast({ text: words.saved });
      },
    },
    'mail-webhook',
  );
  const hasStoredWebhook = settings.server?.webhook != null;
  return (
    <FormBody form={form} labels={{ ...formWords, ...words }} narrow>
      <TextField {...form.field('webhook')} label={words.webhook} hint={words.webhookHint} mono autoCapitalize="off" />
      <PasswordField
        {...form.field('secret')}
        label={words.secret}
        hint={hasStoredWebhook ? `${words.secretHint} ${formWords.passwordKept}` : words.secretHint}
        autoComplete="off"
      />
      <TextField
        {...form.field('fromAddress')}
        label={formWords.fromAddress}
        hint={formWords.fromAddressHint}
        type="email"
        autoComplete="off"
      />
      <TextField {...form.field('fromName')} label={formWords.fromName} autoComplete="off" />
      <SegmentedControl
        label={formWords.language}
        showLabel
        choices={languages}
        hint={formWords.languageHint}
        value={form.values.language}
        onChange={(chosen) => form.set('language', chosen)}
      />
      <div>
        <Button type="submit" kind="primary" pending={form.pending}>
          {formWords.save}
        </Button>
      </div>
    </FormBody>
  );
}

const languages = [
  { value: 'en', label: formWords.languages.en },
  { value: 'de', label: formWords.languages.de },
] as const;

interface WebhookValues {
  webhook: string;
  secret: string;
  fromAddress: string;
  fromName: string;
  language: MailLanguage;
}

const valuesOf = ({ server }: MailSettings, organisation: string): WebhookValues => ({
  webhook: server?.webhook ?? '',
  secret: '',
  fromAddress: server?.fromAddress ?? '',
  fromName: server?.fromName ?? organisation,
  language: server?.language ?? (language === 'de' ? 'de' : 'en'),
});
