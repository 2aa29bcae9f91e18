import type { Mail, MailFailure, MailLanguage, MailSecurity, MailState, MailTemplate } from '@licet/contract';
import { catalogue } from '../../ui/language.ts';

/** Texts of the mail settings. */
export const words = {
  server: 'Mail server',
  off: 'No mail is sent',
  offText:
    'No mail server is configured. Invitations, resets and notices wait until there is one. Meanwhile you can pass on links yourself.',
  untried: 'Configured, but not tested yet',
  works: 'Mail works',
  fails: 'The last mail could not be sent',
  tried: 'Last tried',
  environment:
    'The mail server is set in the environment of Licet (LICET_SMTP_URL). It is changed there, and takes effect when Licet starts.',
  onlyAdministrators:
    'Reset and invitation links go by mail, so only administrators of Licet can change these settings.',
  address: 'Server',
  security: 'Encryption',
  user: 'User',
  noUser: 'None: the server accepts mail without a login',
  password: 'Password',
  hasPassword: 'Stored, encrypted',
  noPassword: 'None',
  from: 'Sender',
  language: 'Language',
  test: 'Send a test to me',
  testWorks: (to: string) => `The mail server accepted a test mail for ${to}. Check that it arrives.`,
  turnOff: 'Turn mail off…',
  turnOffQuestion: 'Turn mail off?',
  turnOffText:
    'Licet stops sending mail and deletes the stored password. Queued mails wait until a mail server is configured again. Until then, nobody can reset a forgotten password by mail.',
  turnOffAction: 'Turn mail off',
  turnedOff: 'Mail is turned off.',
  signInAgain: 'Sign in again',
};

/** Texts of the form. */
export const formWords = {
  host: 'Server',
  hostHint: 'Its name, such as smtp.example.org.',
  port: 'Port',
  portHint: '465 with TLS, 587 with STARTTLS.',
  security: 'Encryption',
  securities: { tls: 'TLS', starttls: 'STARTTLS', none: 'None' } satisfies Record<MailSecurity, string>,
  securityHint:
    'Without encryption, anyone on the network path can read the links. Only for a server on the same machine.',
  username: 'User',
  usernameHint: 'Leave it empty if the server accepts mail without a login.',
  password: 'Password',
  passwordHint: 'Stored encrypted, and never shown again.',
  passwordKept: 'Leave it empty to keep the stored one.',
  fromAddress: 'Sender’s address',
  fromAddressHint: 'One that the server may send from, such as licet@example.org.',
  fromName: 'Sender’s name',
  language: 'Language of mails',
  languageHint: 'Used if the language of the person is not known. Invitations use the language of the inviting user.',
  languages: { en: 'English', de: 'Deutsch' } satisfies Record<MailLanguage, string>,
  save: 'Save',
  saved: 'The mail server is saved. Send a test to see whether it works.',
};

/** The reasons why mail cannot be sent. */
export const failureWords: Record<MailFailure['kind'] | 'not_called', string> = {
  not_called: 'Licet does not call this server.',
  no_host: 'There is no server with this name. Check the spelling.',
  no_answer: 'The server does not answer. Check its name and port, and whether Licet can reach it.',
  timeout: 'The server did not answer in time. Check its port: 465 is for TLS, 587 for STARTTLS.',
  no_tls: 'The server does not support this encryption on this port. Choose TLS with 465, or STARTTLS with 587.',
  certificate:
    'The server’s certificate is not trusted. Check its name, and renew it if it has expired. If your own authority issued it, set NODE_EXTRA_CA_CERTS to that authority’s certificate.',
  login: 'The server rejects this user and password. Check both; some servers require an app password.',
  refused: 'The server refused the mail. Check whether it may send from the sender’s address.',
  other: 'Something went wrong between Licet and the server.',
};

export const viewWords = { label: 'E-mail', mail: 'Sending', outbox: 'Outbox' };

/** Texts of the outbox. */
export const outboxWords = {
  label: 'Outbox',
  search: 'Name or address',
  state: 'State',
  when: 'Queued',
  who: 'To',
  what: 'Mail',
  address: 'Address',
  tries: 'Attempts',
  noAddress: 'No address',
  nothing: 'No mail yet',
  nothingText: 'Invitations, resets and notices are listed here, sent or not.',
  nothingFound: 'No matching mails',
  nothingFoundText: 'Try another name, or another state.',
  attempts: (count: number) => (count === 1 ? 'Tried once' : `Tried ${count} times`),
  changed: 'Since',
  sendAgain: 'Send again',
  sentAgain: 'It is queued again, as a new mail.',
  drop: 'Do not send',
  droppedByHand: 'The mail will not be sent.',
  noLink: 'Links in mails are created when the mail is sent, and are not shown here.',
};

/** The names of the mails. */
export const templateWords: Record<MailTemplate, string> = {
  test: 'Test',
  invitation: 'Invitation',
  password_reset: 'Password reset',
  password_changed: 'Password changed',
  credentials_changed: 'Sign-in methods changed',
  new_browser: 'New browser',
  address_changed: 'Address changed',
  email_verification: 'Address verification',
  requests_waiting: 'Requests waiting',
  request_decided: 'Request decided',
  break_glass_used: 'Role taken in an emergency',
  break_glass_reviewed: 'Emergency reviewed',
  access_ending: 'Access ends soon',
  ending_soon: 'Grants and keys end soon',
  review_waiting: 'Review waiting',
  exception_ending: 'Exception to a separation rule ends soon',
  review_ended: 'A review can be closed',
  review_too_long: 'A review is too long to open',
  sign_in_rules: 'Sign-in rules change',
  directory_not_synchronised: 'Directory not synchronised',
};

/** The states of a mail. */
export const stateWords: Record<MailState, string> = {
  waiting: 'Waiting',
  held: 'Held: no mail server',
  sent: 'Sent',
  failed: 'Failed',
  dropped: 'Not sent',
};

/** The reasons why a mail is no longer sent. */
export const droppedWords: Record<NonNullable<Mail['dropped']>, string> = {
  too_late: 'It waited too long and is out of date.',
  no_address: 'The person has no e-mail address.',
  by_hand: 'Somebody discarded it.',
  sent_again: 'It was sent again, as a new mail.',
  no_use: 'The person was suspended or deleted, or the mail is no longer needed.',
  withdrawn: 'It was withdrawn before it was sent.',
};

/** Texts of the webhook. */
export const webhookWords = {
  way: 'How mails are sent',
  smtp: 'Mail server',
  byWebhook: 'Webhook',
  webhook: 'Address',
  webhookHint: 'Each mail is posted to it as JSON. It looks like https://mailer.example.org/licet.',
  secret: 'Secret',
  secretHint: 'At least 32 characters; each request is signed with it. Stored encrypted, and never shown again.',
  saved: 'Mails go to that address. Send a test to see whether it accepts them.',
};

/** Texts of the examples. */
export const exampleWords = {
  title: 'What mails say',
  mail: 'Mail',
  form: 'Form',
  html: 'As a mail',
  text: 'As text',
};

/** Texts of reminders. */
export const reminderWords = {
  title: 'Reminders',
  about:
    'Before a grant ends, Licet reminds its holder and those who manage its application, once. It also reminds those who manage the application before a key of a program ends.',
  when: 'Remind people',
  hint: 'Shorter grants have no reminder.',
  never: 'Never',
  before: (days: number) => (days === 1 ? 'One day before' : `${days} days before`),
  saved: 'The reminders are changed.',
};

catalogue('mail', {
  words,
  formWords,
  failureWords,
  viewWords,
  outboxWords,
  templateWords,
  stateWords,
  droppedWords,
  webhookWords,
  exampleWords,
  reminderWords,
});
