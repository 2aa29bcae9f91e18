import type { MailTemplate } from '@licet/contract';
import { instantIn } from './instants.ts';
import type { MailData, MailSetting, MailText } from './templates.ts';

type Templates = { readonly [T in MailTemplate]: (data: MailData[T], setting: MailSetting) => MailText };

/** The words of the mails. */
export const words = {
  hello: (name: string) => `Hello ${name},`,
  copy: 'If the button does not work, copy this address into your browser:',
  unmade: '(The link is made when the mail is sent.)',
  foot: ({ organisation, issuer }: MailSetting) =>
    `Sent by ${organisation} from ${issuer}. Nobody reads answers to it.`,
};

export const templates: Templates = {
  test: (_, { organisation }) => ({
    subject: `${organisation} can send mail`,
    paragraphs: ['This is the test that you asked for. The mail server took it, and it has arrived.'],
  }),

  invitation: ({ by }, { organisation }) => ({
    subject: `You are invited to ${organisation}`,
    paragraphs: [
      `${by ?? 'The administrator'} has made an account for you at ${organisation}. Set a password to come in; the link works once, for a week.`,
    ],
    button: 'Accept the invitation',
    small: ['If you do not know what this is about, do nothing: without you nobody comes in.'],
  }),
  password_reset: () => ({
    subject: 'Set a new password',
    paragraphs: [
      'Somebody, presumably you, has forgotten the password of this account. Set a new one within an hour; the link works once.',
      'When it is set, whoever is signed in as you anywhere is signed out.',
    ],
    button: 'Set a new password',
    small: ['If you did not ask for this, do nothing: your password stays as it is, and the link runs out by itself.'],
  }),
  password_changed: ({ at }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `Your password was changed on ${instantIn('en', at)}. Whoever was signed in as you elsewhere no longer is.`,
    ],
    small: [
      'If that was not you, set a new one at once (“Forgot your password?” on the sign-in page), and tell an administrator.',
    ],
  }),
  credentials_changed: ({ at, what }) => ({
    subject: 'What you sign in with has changed',
    paragraphs: [`${credentialsChanged[what]} That was on ${instantIn('en', at)}.`],
    button: 'Look at my ways in',
    page: '/me?tab=credentials',
    small: ['If that was not you, sign in, remove it, change your password, and tell an administrator.'],
  }),
};

const credentialsChanged: Readonly<Record<MailData['credentials_changed']['what'], string>> = {
  passkey_added: 'A passkey was added to your account.',
  passkey_removed: 'A passkey was removed from your account.',
  totp_added: 'An authenticator app was added to your account. Signing in asks for its codes from now on.',
  totp_removed: 'The authenticator app was removed from your account.',
  recovery_codes_made: 'New recovery codes were made for your account. Those from before no longer work.',
  credentials_reset: 'An administrator took away what you signed in with beside your password.',
};
