import * as z from 'zod';
import { limits } from '../limits.ts';
import { email, line } from '../names.ts';
import { instant, version } from './common.ts';

/** The languages that mails are written in. */
export const mailLanguage = z.enum(['en', 'de']);
export type MailLanguage = z.infer<typeof mailLanguage>;

/** TLS from the first byte (RFC 8314 section 3), STARTTLS that is demanded (RFC 3207), or nothing. */
export const mailSecurity = z.enum(['tls', 'starttls', 'none']);
export type MailSecurity = z.infer<typeof mailSecurity>;

const host = z
  .string()
  .regex(/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i, {
    error: 'That is not the name of a mail server. It looks like smtp.example.org.',
  });

const server = {
  host,
  port: z
    .int({ error: 'The port is a number from 1 to 65535, mostly 465 or 587.' })
    .min(1, { error: 'The port is a number from 1 to 65535, mostly 465 or 587.' })
    .max(65_535, { error: 'The port is a number from 1 to 65535, mostly 465 or 587.' }),
  security: mailSecurity,
  username: line(limits.nameMax.value, 'The user').nullable(),
  fromAddress: email,
  fromName: line(limits.nameMax.value, 'The name'),
  language: mailLanguage,
};

/** The mail server, as it is set. The password is written only: it is never read back. */
export const newMailServer = z.strictObject({
  ...server,
  /** The one that is stored, when left out; none, when null. */
  password: z.string().min(1).max(1024).nullable().optional(),
});

/** Why no mail went out. */
export const mailFailure = z.strictObject({
  kind: z.enum(['no_host', 'no_answer', 'timeout', 'no_tls', 'certificate', 'login', 'refused', 'other']),
  /** What the mail server said, in one line. */
  said: z.string().nullable(),
});
export type MailFailure = z.infer<typeof mailFailure>;

/** How mail is sent, and whether it worked when it was last tried. */
export const mailSettings = z.strictObject({
  /** Where the server is set: nowhere, on the screen, or in the environment, which then cannot be changed here. */
  setBy: z.enum(['nobody', 'screen', 'environment']),
  server: z.strictObject({ ...server, hasPassword: z.boolean() }).nullable(),
  last: z.strictObject({ at: instant, failure: mailFailure.nullable() }).nullable(),
  version,
});
export type MailSettings = z.infer<typeof mailSettings>;

export const mailTest = z.strictObject({ to: z.string(), failure: mailFailure.nullable() });
