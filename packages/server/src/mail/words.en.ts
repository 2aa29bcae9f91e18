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
  unmade: '(The link is made when the mail is sent.)',
  foot: ({ organisation, issuer }: MailSetting) =>
    `Sent by ${organisation} from ${issuer}. Replies to it are not read.`,
};

export const templates: Templates = {
  test: (_, { organisation }) => ({
    subject: `${organisation} can send mail`,
    paragraphs: ['This is the test that you asked for. The mail server accepted it, and it has arrived.'],
  }),

  invitation: ({ by }, { organisation }) => ({
    subject: `You are invited to ${organisation}`,
    paragraphs: [
      `${by ?? 'The administrator'} has created an account for you at ${organisation}. Open the link to begin; it works once, within a week.`,
    ],
    button: 'Accept the invitation',
    small: ['If you do not know what this is about, ignore this mail: only its link opens the account.'],
  }),
  password_reset: () => ({
    subject: 'Set a new password',
    paragraphs: [
      'Somebody, probably you, asked for a new password for this account. Set it within an hour; the link works once.',
      'A new password ends every session of your account.',
    ],
    button: 'Set a new password',
    small: ['If you did not ask for this, ignore this mail: your password stays unchanged, and the link expires.'],
  }),
  password_changed: ({ at }) => ({
    subject: 'Your password was changed',
    paragraphs: [`Your password was changed on ${instantIn('en', at)}. Your sessions in other browsers were ended.`],
    small: [
      'If that was not you, set a new one at once (“Forgot your password?” on the sign-in page), and tell an administrator.',
    ],
  }),
  credentials_changed: ({ at, what }) => ({
    subject: 'Your ways to sign in have changed',
    paragraphs: [`${credentialsChanged[what]} That was on ${instantIn('en', at)}.`],
    button: 'See my ways to sign in',
    page: '/me?tab=credentials',
    small: ['If that was not you, sign in, remove it, change your password, and tell an administrator.'],
  }),
  new_browser: ({ at, browser, system, network, client }) => ({
    subject: 'You signed in in a new browser',
    paragraphs: ['Somebody, probably you, has signed in to your account in a browser that was not used for it before.'],
    facts: [
      ['When', instantIn('en', at)],
      ['Browser', browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'unknown')],
      ...(network === null ? [] : [['Network', network] as const]),
      ...(client === null ? [] : [['For', client] as const]),
    ],
    button: 'See where I am signed in',
    page: '/me?tab=sessions',
    small: [
      'If that was you, there is nothing to do.',
      'If it was not, somebody else can sign in as you: sign that browser out there, change your password at once, and tell an administrator.',
    ],
  }),
  address_changed: ({ at }, { organisation }) => ({
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `On ${instantIn('en', at)} your account at ${organisation} was given another e-mail address. No more mail is sent to this one.`,
    ],
    small: [
      'If you did not expect this, tell an administrator at once: links to set a password are sent to the new one as soon as it is verified.',
    ],
  }),
  email_verification: ({ changes }, { organisation }) => ({
    subject: 'Verify your e-mail address',
    paragraphs: [
      `Confirm that this address is yours. Your account at ${organisation} ${changes ? 'then uses it in place of the previous one' : 'uses it, and no link to sign in is sent to it until then'}. The link works once, within three days.`,
    ],
    button: 'Verify this address',
    small: ['If you have no such account, ignore this mail: the address stays unverified.'],
  }),
  requests_waiting: ({ requests, more }) => ({
    subject:
      requests.length + more === 1
        ? 'A request waits for your decision'
        : `${requests.length + more} requests wait for your decision`,
    paragraphs: [requests.length + more === 1 ? 'You decide on this request:' : 'You decide on these requests:'],
    items: [
      ...requests.map(
        ({ user, asks, application, seconds }) =>
          `${user} asks for “${asks}” in ${application}, for ${whileIn('en', seconds)}.`,
      ),
      ...others(more),
    ],
    button: 'Look at the requests',
    page: '/requests?view=waiting',
    small: ['There you see the reason, and what would change before you approve it.'],
  }),
  request_decided: ({ approved, undone, asks, application, by, note, ends }) => ({
    subject: approved ? `You now have “${asks}”` : undone ? `You no longer have “${asks}”` : `“${asks}” was refused`,
    paragraphs: [
      `${by ?? 'The administrator'} has ${approved ? 'approved' : undone ? 'taken back the approval of' : 'refused'} what you asked for: “${asks}” in ${application}.`,
      ...(approved && ends !== null ? [`You have it from now until ${instantIn('en', ends)}.`] : []),
    ],
    ...(note !== '' && { facts: [['Note', note]] }),
    button: 'Look at my requests',
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
    small: [
      'Decide whether it was justified. If it was not, the role is revoked at once. Until then it stays marked in the audit log.',
    ],
  }),
  break_glass_reviewed: ({ justified, ended, role, application, by, note }) => ({
    subject: `Your emergency access “${role}” was ${justified ? 'justified' : 'not justified'}`,
    paragraphs: [
      `${by ?? 'The administrator'} has reviewed that you took the role “${role}” in ${application} in an emergency, and found it ${justified ? 'justified' : 'not justified'}.`,
      ...(ended ? ['You no longer have it.'] : []),
    ],
    facts: [['Note', note]],
    button: 'Look at my access',
    page: '/me?tab=access',
  }),
  access_ending: ({ grants, more }) => ({
    subject:
      grants.length + more === 1 ? 'Some of your access ends soon' : `${grants.length + more} of your rights end soon`,
    paragraphs: ['This access of yours ends soon:'],
    items: [
      ...grants.map(({ what, application, ends }) => `“${what}” in ${application}, until ${instantIn('en', ends)}.`),
      ...others(more),
    ],
    ...toAskAgain(grants, more, 'Ask for it again', 'Look at my access'),
    small: ['If you need it for longer, ask for it again before it ends. Otherwise there is nothing to do.'],
  }),
  ending_soon: ({ grants, keys, more }) => ({
    subject:
      keys.length === 0 || grants.length > 0
        ? 'Access in your applications ends soon'
        : 'Keys of your programs end soon',
    paragraphs: ['This ends soon in applications that you own:'],
    items: [
      ...keys.map(
        ({ key, program, application, ends }) =>
          `The key “${key}” of the program ${program} of ${application}: ${instantIn('en', ends)}. Without another key it cannot sign in from then on.`,
      ),
      ...grants.map(
        ({ who, kind, what, application, ends }) =>
          `“${what}” of ${holderKinds[kind]}${who} in ${application}: ${instantIn('en', ends)}.`,
      ),
      ...others(more),
    ],
    button: 'Look at what ends',
    page: endingPage(grants.length),
    small: ['Extend there what is still needed. The rest ends without further action.'],
  }),
  exception_ending: ({ separation, who, rule, ends }) => ({
    subject: `The exception of ${who} from “${rule}” ends soon`,
    paragraphs: [
      `Until ${instantIn('en', ends)} ${who} may hold roles that “${rule}” keeps apart.`,
      'Nothing is revoked then, but the roles are reported from that moment on. Revoke one of them before, or extend the exception.',
    ],
    button: 'See what they hold',
    page: `/separations?separation=${separation}`,
  }),
  review_waiting: ({ review, name, waiting, endsAt, last }) => ({
    subject: last ? `The review “${name}” ends soon` : `Access waits for your review: “${name}”`,
    paragraphs: [
      `${waiting === 1 ? 'One line' : `${waiting} lines`} of the review “${name}” ${waiting === 1 ? 'waits' : 'wait'} for you: who holds what, and whether they still need it.`,
      `It ends on ${instantIn('en', endsAt)}.`,
    ],
    button: 'Review it',
    page: `/reviews/${review}`,
    small: ['Each line says since when, from whom and why a user has it, and when it was last used.'],
  }),
  review_ended: ({ review, name, waiting, endsAt }) => ({
    subject: `The review “${name}” can be closed`,
    paragraphs: [
      `The review “${name}” ended on ${instantIn('en', endsAt)}. ${waiting === 0 ? 'Every line was decided.' : `${waiting === 1 ? 'One line was' : `${waiting} lines were`} not decided.`}`,
      'Nothing is revoked before you close it; you see beforehand what that does.',
    ],
    button: 'Look at it',
    page: `/reviews/${review}`,
  }),
  sign_in_rules: ({ reason, ways, from, graceUntil }, { organisation }) => ({
    subject:
      reason === 'no_recovery'
        ? `Keep a second way in to ${organisation}`
        : `Signing in to ${organisation} changes: set something up`,
    paragraphs: [
      reason === 'no_recovery'
        ? `You can sign in to ${organisation} in one way only. If you lose it, you cannot sign in.`
        : `${from === null ? 'Signing' : `From ${instantIn('en', from)} on, signing`} in to ${organisation} requires more than you have set up.`,
      whatIsMissing(reason, ways),
      ...(graceUntil === null ? [] : [`You have time until ${instantIn('en', graceUntil)}.`]),
    ],
    button: 'Set it up',
    page: '/me?tab=credentials',
    small: ['Sign in there as usual; it takes a minute. If you cannot sign in, ask an administrator.'],
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
  if (reason === 'no_recovery') return 'Make recovery codes, or add a second passkey, under “Ways to sign in”.';
  const passkey = ways.includes('passkey');
  if (reason === 'no_second_factor')
    return `What is missing is a second factor. Add ${passkey ? 'a passkey or an authenticator app' : 'an authenticator app'} under “Ways to sign in”.`;
  if (passkey)
    return 'What is missing is a passkey: a password alone is not accepted then. Add one under “Ways to sign in”.';
  if (ways.includes('password'))
    return 'What is missing is a password. Set one, or ask an administrator for a link to do so.';
  return 'What is missing is an account of another provider. Link yours under “Ways to sign in”.';
}

const others = (more: number) => (more === 0 ? [] : [more === 1 ? 'And one more.' : `And ${more} more.`]);
const holderKinds = { user: '', group: 'the group ', client: 'the program ' } as const;

const credentialsChanged: Readonly<Record<MailData['credentials_changed']['what'], string>> = {
  passkey_added: 'A passkey was added to your account.',
  passkey_by_link:
    'A passkey was set with a link that was sent or given to you. Your previous password no longer works.',
  passkey_removed: 'A passkey was removed from your account.',
  totp_added: 'An authenticator app was added to your account. Signing in asks for its codes from now on.',
  totp_removed: 'The authenticator app was removed from your account.',
  recovery_codes_made: 'New recovery codes were created for your account. The previous ones no longer work.',
  identity_linked: 'An external account was linked to yours. It can be used to sign in as you.',
  identity_unlinked: 'An external account was unlinked from yours.',
  credentials_reset: 'An administrator removed your ways to sign in other than the password.',
};
