import * as z from 'zod';
import { call, permission } from '../call.ts';
import { limits } from '../limits.ts';
import { email, line } from '../names.ts';
import { translatable } from '../problem.ts';
import { says } from '../reasons/says.ts';
import { id, instant, listOf, listQuery, page, ref, version } from './common.ts';

export const mailLanguage = z.enum(['en', 'de']);
export type MailLanguage = z.infer<typeof mailLanguage>;

/**
 * The security of a connection: TLS from the first byte (RFC 8314 section 3), required STARTTLS (RFC 3207), or none.
 */
export const mailSecurity = z.enum(['tls', 'starttls', 'none']);
export type MailSecurity = z.infer<typeof mailSecurity>;

const host = z
  .string()
  .regex(/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i, {
    error: says('mail_server_form', {}),
  });

const server = {
  host,
  port: z.int(says('port_form', {})).min(1, says('port_form', {})).max(65_535, says('port_form', {})),
  security: mailSecurity,
  username: line(limits.nameMax.value, 'mail_user').nullable(),
  fromAddress: email,
  fromName: line(limits.nameMax.value, 'name'),
  language: mailLanguage,
};

/** The mail server's settings. The password can be written, but never read. */
export const newMailServer = z.strictObject({
  ...server,
  /** If omitted, the stored password is kept. Null removes it. */
  password: z.string().min(1).max(1024).nullable().optional(),
});

const webhookForm = says('webhook_form', {});

/** Returns whether the address of a mail server is a host without a scheme. */
function hasPlainHost(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.username === '' && url.password === '' && host.safeParse(url.hostname).success;
}

/** Another program that sends the mails. Licet calls it over HTTPS. The secret can be written, but never read. */
export const newMailWebhook = z.strictObject({
  webhook: z
    .url({ protocol: /^https?$/, error: webhookForm })
    .refine((address) => hasPlainHost(address), { error: webhookForm })
    .max(limits.webhookAddressMax.value, { error: says('webhook_too_long', {}) }),
  /** The secret that signs the requests. If omitted, the stored secret is kept. */
  secret: z
    .string()
    .min(limits.webhookSecretMin.value, {
      error: says('webhook_secret_too_short', { least: limits.webhookSecretMin.value }),
    })
    .max(200)
    .optional(),
  fromAddress: email,
  fromName: server.fromName,
  language: mailLanguage,
});

/** The reason why a mail was not sent. */
export const mailFailure = z.strictObject({
  kind: z.enum(['no_host', 'no_answer', 'timeout', 'no_tls', 'certificate', 'login', 'refused', 'other']),
  /** The mail server's reply in one line, or an English sentence if the server was unreachable. */
  said: z.string().nullable(),
  ...translatable,
});
export type MailFailure = z.infer<typeof mailFailure>;

/** How Licet sends mail, and whether the last attempt succeeded. */
export const mailSettings = z.strictObject({
  /**
   * The source of the setting: none, the console, or the environment. A setting from the environment cannot be
   * changed here.
   */
  setBy: z.enum(['nobody', 'screen', 'environment']),
  server: z
    .strictObject({
      ...server,
      hasPassword: z.boolean(),
      /**
       * The URL of the webhook, if it is used instead of a mail server. `hasPassword` then tells whether it has a
       * secret.
       */
      webhook: z.string().nullable(),
    })
    .nullable(),
  last: z.strictObject({ at: instant, failure: mailFailure.nullable() }).nullable(),
  version,
});
export type MailSettings = z.infer<typeof mailSettings>;

export const mailTest = z.strictObject({ to: z.string(), failure: mailFailure.nullable() });

export const mailTemplate = z.enum([
  'test',
  'invitation',
  'password_reset',
  'password_changed',
  'credentials_changed',
  'new_browser',
  'address_changed',
  'email_verification',
  'requests_waiting',
  'request_decided',
  'break_glass_used',
  'break_glass_reviewed',
  'access_ending',
  'ending_soon',
  'exception_ending',
  'review_waiting',
  'review_ended',
  'review_too_long',
  'sign_in_rules',
  'directory_not_synchronised',
]);
export type MailTemplate = z.infer<typeof mailTemplate>;

export const mailState = z.enum(['waiting', 'held', 'sent', 'failed', 'dropped']);
export type MailState = z.infer<typeof mailState>;

/** A mail in the outbox, without links. Links are created when the mail is sent. */
export const mail = z.strictObject({
  id,
  template: mailTemplate,
  user: ref,
  /** The address of the mail; null while the user has none. */
  address: z.string().nullable(),
  state: mailState,
  queuedAt: instant,
  /** The time when the mail was sent, last tried, or dropped. */
  changedAt: instant,
  attempts: z.int(),
  failure: mailFailure.nullable(),
  /** The reason why the mail is no longer sent. */
  dropped: z.enum(['too_late', 'no_address', 'no_use', 'withdrawn', 'by_hand', 'sent_again']).nullable(),
});
export type Mail = z.infer<typeof mail>;

/** The content of a mail, and the result of each recent attempt to send it. */
export const mailPreview = z.strictObject({
  subject: z.string(),
  text: z.string(),
  log: z.array(z.strictObject({ at: instant, state: mailState, failure: mailFailure.nullable() })),
});
export type MailPreview = z.infer<typeof mailPreview>;

/** An example of a mail to a fictional user. Its HTML is at `/mail-examples/<template>/<language>`. */
export const mailExample = z.strictObject({
  template: mailTemplate,
  language: mailLanguage,
  subject: z.string(),
  text: z.string(),
});
export type MailExample = z.infer<typeof mailExample>;

const access = permission('settings.manage');

export const mailCalls = {
  settings: call({
    method: 'GET',
    path: '/mail/settings',
    summary: 'Get the mail settings, and whether the last attempt to send succeeded',
    access,
    reply: mailSettings,
  }),
  configure: call({
    method: 'PUT',
    path: '/mail/settings',
    summary: 'Set the mail server',
    access,
    body: newMailServer,
    reply: mailSettings,
    errors: ['may_not_grant', 'sign_in_again', 'wrong_state'],
    ifMatch: true,
  }),
  configureWebhook: call({
    method: 'PUT',
    path: '/mail/webhook',
    summary: 'Set another program that sends the mails, called over HTTPS',
    access,
    body: newMailWebhook,
    reply: mailSettings,
    errors: ['may_not_grant', 'sign_in_again', 'wrong_state'],
    ifMatch: true,
  }),
  turnOff: call({
    method: 'DELETE',
    path: '/mail/settings',
    summary: 'Stop sending mail',
    access,
    reply: mailSettings,
    errors: ['may_not_grant', 'sign_in_again', 'wrong_state'],
    ifMatch: true,
  }),
  test: call({
    method: 'POST',
    path: '/mail/test',
    summary: 'Send a test mail to the caller, and return the result',
    access,
    reply: mailTest,
    errors: ['wrong_state'],
  }),
  list: call({
    method: 'GET',
    path: '/mails',
    summary: 'List the outbox: mails that wait, were sent, or failed',
    access,
    query: listQuery(['-queuedAt', 'queuedAt']).extend({ state: mailState.optional() }),
    reply: page(mail),
  }),
  preview: call({
    method: 'GET',
    path: '/mails/:mail/preview',
    summary: 'Get the text of a mail, without its link',
    access,
    params: z.strictObject({ mail: id }),
    reply: mailPreview,
  }),
  sendAgain: call({
    method: 'POST',
    path: '/mails/:mail/send',
    summary: 'Send a failed or held mail again, as a new mail',
    access,
    params: z.strictObject({ mail: id }),
    errors: ['wrong_state'],
  }),
  drop: call({
    method: 'POST',
    path: '/mails/:mail/drop',
    summary: 'Drop a waiting, held or failed mail: it is never sent',
    access,
    params: z.strictObject({ mail: id }),
    errors: ['wrong_state'],
  }),
  examples: call({
    method: 'GET',
    path: '/mail/examples',
    summary: 'List the texts of all mails in all languages, with an example',
    access,
    reply: listOf(mailExample),
  }),
};
