import type { MailTemplate } from '@licet/contract';
import {
  endingPage,
  instantIn,
  type MailData,
  type MailSetting,
  type MailText,
  toAskAgain,
  whileIn,
} from './templates.ts';

type Templates = { readonly [T in MailTemplate]: (data: MailData[T], setting: MailSetting) => MailText };

/** The English texts of the mails. */
export const words = {
  hello: (name: string) => `Hello ${name},`,
  copy: 'If the button does not work, copy this address into your browser:',
  unmade: '(The link is created when the mail is sent.)',
  foot: ({ organisation, issuer }: MailSetting) => `Sent by ${organisation} from ${issuer}. Replies are not read.`,
};

export const templates: Templates = {
  test: (_, { organisation }) => ({
    subject: `${organisation} can send mail`,
    paragraphs: ['This is the test mail that you requested. The mail server accepted it, and it has arrived.'],
  }),

  invitation: ({ by }, { organisation }) => ({
    subject: `You are invited to ${organisation}`,
    paragraphs: [
      `${by ?? 'The administrator'} has created an account for you at ${organisation}. Open the link to set it up. The link works once, within a week.`,
    ],
    button: 'Accept the invitation',
    small: ['If you did not expect this invitation, ignore this mail. Nobody can use the account without its link.'],
  }),
  password_reset: () => ({
    subject: 'Set a new password',
    paragraphs: [
      'Somebody, probably you, asked for a new password for this account. Set it within an hour. The link works once.',
      'Setting a new password signs you out everywhere.',
    ],
    button: 'Set a new password',
    small: ['If you did not ask for this, ignore this mail. Your password stays the same, and the link expires.'],
  }),
  password_changed: ({ at }) => ({
    subject: 'Your password was changed',
    paragraphs: [`Your password was changed on ${instantIn('en', at)}. Your sessions in other browsers were ended.`],
    small: [
      'If this was not you, set a new password at once (“Forgot your password?” on the sign-in page), and tell an administrator.',
    ],
  }),
  credentials_changed: ({ at, what }) => ({
    subject: 'Your ways to sign in have changed',
    paragraphs: [`${credentialsChanged[what]} This happened on ${instantIn('en', at)}.`],
    button: 'See my ways to sign in',
    page: '/me?tab=credentials',
    small: ['If this was not you, sign in and undo the change, change your password, and tell an administrator.'],
  }),
  new_browser: ({ at, browser, system, network, client }) => ({
    subject: 'New sign-in to your account',
    paragraphs: ['Somebody, probably you, signed in to your account in a browser that you had not used before.'],
    facts: [
      ['When', instantIn('en', at)],
      ['Browser', browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'unknown')],
      ...(network === null ? [] : [['Network', network] as const]),
      ...(client === null ? [] : [['For', client] as const]),
    ],
    button: 'See where I am signed in',
    page: '/me?tab=sessions',
    small: [
      'If this was you, you do not need to do anything.',
      'If it was not you, somebody else can sign in to your account. Sign that browser out, change your password at once, and tell an administrator.',
    ],
  }),
  address_changed: ({ at }, { organisation }) => ({
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `On ${instantIn('en', at)}, the e-mail address of your account at ${organisation} was changed to another one. This is the last mail to your old address.`,
    ],
    small: [
      'If you did not expect this, tell an administrator at once. Links to set a password go to the new address as soon as it is verified.',
    ],
  }),
  email_verification: ({ changes }, { organisation }) => ({
    subject: 'Verify your e-mail address',
    paragraphs: [
      `Confirm that this address is yours. Your account at ${organisation} ${changes ? 'then uses it instead of the previous one' : 'already uses it, but no links to sign in are sent to it before that'}. The link works once, within three days.`,
    ],
    button: 'Verify this address',
    small: ['If you have no such account, ignore this mail: the address stays unverified.'],
  }),
  requests_waiting: ({ requests, more }) => ({
    subject:
      requests.length + more === 1
        ? 'A request waits for your decision'
        : `${requests.length + more} requests wait for your decision`,
    paragraphs: [
      requests.length + more === 1 ? 'This request waits for your decision:' : 'These requests wait for your decision:',
    ],
    items: [
      ...requests.map(
        ({ user, asks, application, seconds }) =>
          `${user} requests “${asks}” in ${application}, for ${whileIn('en', seconds)}.`,
      ),
      ...others(more),
    ],
    button: 'Review the requests',
    page: '/requests?view=waiting',
    small: ['Licet shows you the reason, and what approving would change.'],
  }),
  request_decided: ({ approved, undone, asks, application, by, note, ends }) => ({
    subject: approved
      ? `You now have “${asks}”`
      : undone
        ? `You no longer have “${asks}”`
        : `Your request for “${asks}” was denied`,
    paragraphs: [
      `${by ?? 'The administrator'} has ${approved ? 'approved' : undone ? 'undone the approval of' : 'denied'} your request for “${asks}” in ${application}.`,
      ...(approved && ends !== null ? [`You have it from now until ${instantIn('en', ends)}.`] : []),
    ],
    ...(note !== '' && { facts: [['Note', note]] }),
    button: 'View my requests',
    page: '/requests?view=mine',
  }),
  break_glass_used: ({ by, role, application, reason, ends }) => ({
    subject: `${by} took the role “${role}” in an emergency`,
    paragraphs: [
      `${by} has just taken the role “${role}” in ${application} without approval, as its policy allows in an emergency. They have it until ${instantIn('en', ends)}.`,
    ],
    facts: [['Reason', reason]],
    button: 'Review it',
    page: '/emergencies?state=unreviewed',
    small: ['Review whether it was justified. If it was not, the role is revoked at once.'],
  }),
  break_glass_reviewed: ({ justified, ended, role, application, by, note }) => ({
    subject: `Your emergency access “${role}” was ${justified ? 'justified' : 'not justified'}`,
    paragraphs: [
      `${by ?? 'The administrator'} has reviewed your emergency access with the role “${role}” in ${application}: it was ${justified ? 'justified' : 'not justified'}.`,
      ...(ended ? ['You no longer have this role.'] : []),
    ],
    facts: [['Note', note]],
    button: 'View my access',
    page: '/me?tab=access',
  }),
  access_ending: ({ grants, more }) => ({
    subject:
      grants.length + more === 1 ? 'Some of your access ends soon' : `${grants.length + more} of your grants end soon`,
    paragraphs: ['Your access ends soon:'],
    items: [
      ...grants.map(({ what, application, ends }) => `“${what}” in ${application}, until ${instantIn('en', ends)}.`),
      ...others(more),
    ],
    ...toAskAgain(grants, more, 'Request it again', 'View my access'),
    small: ['If you need it for longer, request it again before it ends. Otherwise you do not need to do anything.'],
  }),
  ending_soon: ({ grants, keys, more }) => ({
    subject:
      keys.length === 0 || grants.length > 0
        ? 'Access in your applications ends soon'
        : 'Keys of your programs end soon',
    paragraphs: ['These end soon in applications that you own:'],
    items: [
      ...keys.map(
        ({ key, program, application, ends }) =>
          `The key “${key}” of the program ${program} of ${application}: ${instantIn('en', ends)}. Without another key, the program can then no longer sign in.`,
      ),
      ...grants.map(
        ({ who, kind, what, application, ends }) =>
          `“${what}” of ${holderKinds[kind]}${who} in ${application}: ${instantIn('en', ends)}.`,
      ),
      ...others(more),
    ],
    button: 'View what ends',
    page: endingPage(grants.length),
    small: ['Extend what is still needed. Everything else ends by itself.'],
  }),
  exception_ending: ({ separation, who, rule, ends }) => ({
    subject: `The exception of ${who} from “${rule}” ends soon`,
    paragraphs: [
      `Until ${instantIn('en', ends)}, ${who} may hold roles or permissions that “${rule}” keeps apart.`,
      'After that nothing is revoked, but the conflict is reported as a violation. Revoke one of the roles or permissions before then, or extend the exception.',
    ],
    button: 'See what they hold',
    page: `/separations?separation=${separation}`,
  }),
  review_waiting: ({ review, name, waiting, endsAt, last }) => ({
    subject: last ? `The review “${name}” ends soon` : `Access waits for your review: “${name}”`,
    paragraphs: [
      `${waiting === 1 ? 'One line' : `${waiting} lines`} of the review “${name}” ${waiting === 1 ? 'waits' : 'wait'} for you. Decide who still needs their access.`,
      `The review ends on ${instantIn('en', endsAt)}.`,
    ],
    button: 'Review it',
    page: `/reviews/${review}`,
    small: ['Each line shows who gave the access, when and why, and when it was last used.'],
  }),
  review_ended: ({ review, name, waiting, endsAt }) => ({
    subject: `The review “${name}” can be closed`,
    paragraphs: [
      `The review “${name}” ended on ${instantIn('en', endsAt)}. ${waiting === 0 ? 'Every line was decided.' : `${waiting === 1 ? 'One line was' : `${waiting} lines were`} not decided.`}`,
      'Nothing is revoked until you close the review. Licet shows you the effects first.',
    ],
    button: 'View the review',
    page: `/reviews/${review}`,
  }),
  review_too_long: ({ review, name, most }) => ({
    subject: `The next review “${name}” has too many lines`,
    paragraphs: [
      `The next review “${name}” is due, but it would have more than ${most.toLocaleString('en')} lines. Licet has not opened it, and tries again each day.`,
      'Open reviews with fewer lines instead: of one role or one group, or with a narrower filter.',
    ],
    button: 'View the last review',
    page: `/reviews/${review}`,
  }),
  sign_in_rules: ({ reason, ways, from, graceUntil }, { organisation }) => ({
    subject:
      reason === 'no_recovery'
        ? `Add a second way to sign in to ${organisation}`
        : `Sign-in rules of ${organisation}: set up what is missing`,
    paragraphs: [
      reason === 'no_recovery'
        ? `You have only one way to sign in to ${organisation}. If you lose it, you cannot sign in.`
        : `${from === null ? 'Signing' : `From ${instantIn('en', from)} on, signing`} in to ${organisation} requires more than you have set up.`,
      whatIsMissing(reason, ways),
      ...(graceUntil === null ? [] : [`You have time until ${instantIn('en', graceUntil)}.`]),
    ],
    button: 'Set it up',
    page: '/me?tab=credentials',
    small: ['Sign in as usual; this takes a minute. If you cannot sign in, ask an administrator.'],
  }),
  directory_not_synchronised: ({ connection, state, problem, leaving }) => ({
    subject:
      state === 'waiting' ? `${leaving} users would leave by ${connection}` : `${connection} is not synchronised`,
    paragraphs:
      state === 'waiting'
        ? [
            `In the directory ${connection}, ${leaving} users are gone at once. Nothing was done: look at the names, and confirm the run if they have really left.`,
          ]
        : [
            `The scheduled synchronisation with the directory ${connection} failed. Users who leave there keep their access here until it works again.`,
            ...(problem === null ? [] : [problem]),
          ],
    button: 'Look at it',
    page: '/settings/connections',
    small: ['You get one mail about this. Another one follows only if it happens again later.'],
  }),
};

function whatIsMissing(reason: MailData['sign_in_rules']['reason'], ways: MailData['sign_in_rules']['ways']): string {
  if (reason === 'no_recovery') return 'Create recovery codes or add a second passkey, under “Ways to sign in”.';
  const passkey = ways.includes('passkey');
  if (reason === 'no_second_factor')
    return `You have no second factor. Add ${passkey ? 'a passkey or an authenticator app' : 'an authenticator app'} under “Ways to sign in”.`;
  if (passkey)
    return 'You have no passkey, and a password alone is not accepted. Add a passkey under “Ways to sign in”.';
  if (ways.includes('password')) return 'You have no password. Set one, or ask an administrator for a link to set one.';
  return 'You have not linked an account at another provider. Link yours under “Ways to sign in”.';
}

const others = (more: number) => (more === 0 ? [] : [more === 1 ? 'And one more.' : `And ${more} more.`]);
const holderKinds = { user: '', group: 'the group ', client: 'the program ' } as const;

const credentialsChanged: Readonly<Record<MailData['credentials_changed']['what'], string>> = {
  passkey_added: 'A passkey was added to your account.',
  passkey_by_link:
    'A passkey was created with a link that you were sent or given. Your previous password no longer works.',
  passkey_removed: 'A passkey was removed from your account.',
  totp_added: 'An authenticator app was added to your account. From now on, you need its codes to sign in.',
  totp_removed: 'The authenticator app was removed from your account.',
  recovery_codes_made: 'New recovery codes were created for your account. The previous ones no longer work.',
  identity_linked: 'An external account was linked to yours. It can be used to sign in to your account.',
  identity_unlinked: 'An external account was unlinked from yours.',
  credentials_reset: 'An administrator removed sign-in methods from your account, such as your second factor.',
};
