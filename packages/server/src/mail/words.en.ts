import type { MailTemplate } from '@licet/contract';
import { endingPage, toAskAgain } from './ask-again.ts';
import { instantIn, whileIn } from './instants.ts';
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
      `${by ?? 'The administrator'} has made an account for you at ${organisation}. Open the link to begin; it works once, for a week.`,
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
    button: 'See my ways to sign in',
    page: '/me?tab=credentials',
    small: ['If that was not you, sign in, remove it, change your password, and tell an administrator.'],
  }),
  new_browser: ({ at, browser, system, network, client }) => ({
    subject: 'You signed in in a new browser',
    paragraphs: ['Somebody, presumably you, has signed in as you in a browser that you had not used here before.'],
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
      'If it was not, somebody knows how you sign in: sign that browser out there, change your password at once, and tell an administrator.',
    ],
  }),
  address_changed: ({ at }, { organisation }) => ({
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `On ${instantIn('en', at)} your account at ${organisation} was given another e-mail address. Nothing more comes to this one.`,
    ],
    small: [
      'If you know nothing of it, tell an administrator at once: links to set a password go to the new one when it is verified.',
    ],
  }),
  email_verification: ({ changes }, { organisation }) => ({
    subject: 'Verify your e-mail address',
    paragraphs: [
      `Show that this address is yours: your account at ${organisation} ${changes ? 'then has it in place of the one from before' : 'has it, and no link to sign in is sent to it until then'}. The link works once, for three days.`,
    ],
    button: 'Verify this address',
    small: ['If you have no such account, do nothing: without you nobody has this address there.'],
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
    subject: approved ? `You have got “${asks}”` : undone ? `You have “${asks}” no longer` : `“${asks}” was refused`,
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
      `${by} has just taken the role “${role}” in ${application} by themselves, as its policy allows in an emergency. They have it until ${instantIn('en', ends)}.`,
    ],
    facts: [['Reason', reason]],
    button: 'Review it',
    page: '/emergencies?state=unreviewed',
    small: [
      'Say whether it was right. If it was not, the role is revoked at once. Until somebody does, it stays marked in the audit.',
    ],
  }),
  break_glass_reviewed: ({ justified, ended, role, application, by, note }) => ({
    subject: justified ? `That you took “${role}” was right` : `That you took “${role}” was not right`,
    paragraphs: [
      `${by ?? 'The administrator'} has looked at why you took the role “${role}” in ${application} in an emergency, and found that it was ${justified ? 'right' : 'not right'}.`,
      ...(ended ? ['You no longer have it.'] : []),
    ],
    facts: [['Note', note]],
    button: 'Look at my access',
    page: '/me?tab=access',
  }),
  access_ending: ({ grants, more }) => ({
    subject:
      grants.length + more === 1 ? 'Some of your access ends soon' : `${grants.length + more} of your rights end soon`,
    paragraphs: ['Access of yours ends soon:'],
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
    paragraphs: ['You look after applications in which this ends soon:'],
    items: [
      ...keys.map(
        ({ key, program, application, ends }) =>
          `The key “${key}” of the program ${program} of ${application}: ${instantIn('en', ends)}. Without another one it cannot sign in from then on.`,
      ),
      ...grants.map(
        ({ who, kind, what, application, ends }) =>
          `“${what}” of ${holderKinds[kind]}${who} in ${application}: ${instantIn('en', ends)}.`,
      ),
      ...others(more),
    ],
    button: 'Look at what ends',
    page: endingPage(grants.length),
    small: ['What is meant to end needs nothing. What is still needed can be extended there.'],
  }),
  exception_ending: ({ separation, who, rule, ends }) => ({
    subject: `The exception of ${who} from “${rule}” ends soon`,
    paragraphs: [
      `Until ${instantIn('en', ends)} ${who} may hold what “${rule}” keeps apart.`,
      'Nothing is revoked then: from that moment on what they hold is reported. Revoke one part before, or let the exception end later.',
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
    small: ['Each line says since when, by whom and why somebody has it, and when it was used last.'],
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
        ? `You sign in to ${organisation} with one thing alone. If you lose it you do not get in.`
        : `${from === null ? '' : `From ${instantIn('en', from)} on: `}whoever signs in to ${organisation} is asked for more than you have.`,
      whatIsMissing(reason, ways),
      ...(graceUntil === null ? [] : [`You have time until ${instantIn('en', graceUntil)}.`]),
    ],
    button: 'Set it up',
    page: '/me?tab=credentials',
    small: ['You sign in there as ever, and it takes a minute. If you cannot sign in, ask an administrator.'],
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
    small: ['You are told once. The next mail comes when this has ended and it happens again.'],
  }),
};

function whatIsMissing(reason: MailData['sign_in_rules']['reason'], ways: MailData['sign_in_rules']['ways']): string {
  if (reason === 'no_recovery') return 'Make recovery codes, or add a second passkey, under “Ways to sign in”.';
  const passkey = ways.includes('passkey');
  if (reason === 'no_second_factor')
    return `What is missing is a second factor. Add ${passkey ? 'a passkey or an authenticator app' : 'an authenticator app'} under “Ways to sign in”.`;
  if (passkey)
    return 'What is missing is a passkey: a password alone is not taken then. Add one under “Ways to sign in”.';
  if (ways.includes('password'))
    return 'What is missing is a password. Set one, or ask an administrator for a link to do so.';
  return 'What is missing is an account of another provider. Link yours under “Ways to sign in”.';
}

const others = (more: number) => (more === 0 ? [] : [more === 1 ? 'And one more.' : `And ${more} more.`]);
const holderKinds = { user: '', group: 'the group ', client: 'the program ' } as const;

const credentialsChanged: Readonly<Record<MailData['credentials_changed']['what'], string>> = {
  passkey_added: 'A passkey was added to your account.',
  passkey_by_link:
    'A passkey was set with a link that was sent or given to you. A password from before no longer works.',
  passkey_removed: 'A passkey was removed from your account.',
  totp_added: 'An authenticator app was added to your account. Signing in asks for its codes from now on.',
  totp_removed: 'The authenticator app was removed from your account.',
  recovery_codes_made: 'New recovery codes were made for your account. Those from before no longer work.',
  identity_linked: 'An account elsewhere was linked to yours. It can be used to sign in as you.',
  identity_unlinked: 'An account elsewhere that was linked to yours no longer is.',
  credentials_reset: 'An administrator took away what you signed in with beside your password.',
};
