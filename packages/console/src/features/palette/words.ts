import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

type Titled = readonly [title: string, also: string];
const titled = <Name extends string>(texts: Record<Name, Titled>) => texts;

/** The texts of the palette. */
export const words = {
  label: 'Find',
  users: 'Users',
  groups: 'Groups',
  applications: 'Applications',
  roles: 'Roles',
  permissions: 'Permissions',
  programs: 'Programs',
  pages: 'Pages',
  actions: 'Actions',
  didYouMean: 'Did you mean',
  questions: 'Other questions',
  recent: 'Recent',
  lastQuestion: 'Last question',
  nothing: 'No matches. Shorten the search, or try an e-mail address.',
  failed: 'The search failed. Type again to retry.',
  choose: 'choose',
  open: 'open',
  ofApplication: (what: string, application: string) => `${what}, ${application}`,
};

/** A sentence about a grant or a question. Its parts are shown as chips. */
export const sentenceWords = {
  grant: 'Grant {gives} in {app} to {holder} until {end}',
  grantForEver: 'Grant {gives} in {app} to {holder} {end}',
  noEnd: 'without end',
  action: 'Grant',
  canBeUndone: 'You can undo it right afterwards.',
  needsReason: 'This role needs a reason. Add “because …”.',
  needsSecond: 'This role needs a second approver, so it cannot be granted here.',
  openForm: 'open the form',
  reasonHint: 'Add “because …” for a reason',
  yes: (who: string, what: string, app: string) => `Yes. ${who} may ${what} in ${app}.`,
  no: (who: string, what: string, app: string) => `No. ${who} may not ${what} in ${app}.`,
  asking: 'Checking…',
  several: 'Several fit. Choose one below.',
  noPlan: 'The effects are unknown. Open the form.',
  question: (who: string, what: string, app: string) => `May ${who} ${what} in ${app}?`,
  yesThen: (who: string, what: string, app: string, day: string) => `Yes. ${who} could ${what} in ${app} on ${day}.`,
  noThen: (who: string, what: string, app: string, day: string) => `No. ${who} could not ${what} in ${app} on ${day}.`,
  questionThen: (who: string, what: string, app: string, day: string) => `Could ${who} ${what} in ${app} on ${day}?`,
  decide: (who: string, one: boolean) => `${who} ${one ? 'decides' : 'decide'} on requests.`,
  others: (count: number) => (count === 1 ? '1 other' : `${formatNumber(count)} others`),
  showWhy: 'Show why',
  grantThis: 'Grant it…',
  decideRequest: 'Decide the request',
  asked: '{who} asked for it {at}, for {length}.',
  grantTo: (what: string) => `Grant ${what}…`,
  grantIt: (what: string, who: string) => `Grant ${what} to ${who}…`,
  who: (what: string, app: string) => `Who may ${what} in ${app}?`,
  whoThen: (what: string, app: string, day: string) => `Who could ${what} in ${app} on ${day}?`,
  until: (end: string) => `until ${end}`,
  revoked: (who: string, what: string) => `The grant of ${what} to ${who} is revoked.`,
};

/** Other words for pages, which the search also finds. Separated by spaces. */
export const pageAlso: Readonly<Record<string, string>> = {
  home: 'start dashboard overview',
  inbox: 'requests approve decide waiting tasks',
  emergencies: 'break glass emergency access urgent',
  users: 'people persons accounts members staff employees',
  groups: 'teams departments',
  applications: 'apps services clients',
  explain: 'explain access question why may can who',
  differences: 'what changed differences gained lost days diff',
  audit: 'log history events trail changes',
  separations: 'duties conflicts sod segregation violations apart',
  reviews: 'recertification campaign attestation access review',
  settings: 'configuration preferences administration',
  changes: 'drafts plan applied revert undo history',
  ending: 'expiring expire ends soon renew extend',
  inspect: 'token jwt decode debug',
  me: 'profile account',
};

/** Titles of places within pages and of actions, and other words for them. */
export const commandWords = titled({
  organisation: ['Organisation', 'settings name company address'],
  appearance: ['Appearance', 'settings logo colours colors brand icon'],
  policy: ['Sign-in rules', 'settings policy password mfa second factor session lifetime security'],
  connections: ['Connections', 'settings providers ldap directory saml oidc google microsoft entra okta sso sync'],
  rules: ['Separation rules', 'duties conflicts apart sod'],
  mail: ['Mail and webhooks', 'settings smtp email server notifications slack'],
  outbox: ['Outbox', 'settings sent mails email log'],
  profile: ['My profile', 'account name email address'],
  credentials: [
    'My password and passkeys',
    'passkey security key second factor authenticator app totp mfa change recovery codes',
  ],
  access: ['My access', 'what i may do permissions roles'],
  sessions: ['My sessions', 'devices browsers signed in'],
  activity: ['My activity', 'sign-ins history'],
  ownRequests: ['My requests', 'asked'],
  ask: ['Request access', 'ask for role permission need'],
  signIns: ['Sign-in log', 'logins failed audit'],
  failedSignIns: ['Failed sign-ins', 'wrong password attack logins'],
  invited: ['Invited users', 'pending invitations people'],
  suspended: ['Suspended users', 'blocked locked disabled people'],
  noFactor: ['Users without a second factor', 'mfa missing people'],
  neverSignedIn: ['Users who never signed in', 'unused inactive people'],
  newUser: ['New user', 'add create person people account'],
  invite: ['Invite', 'people user users invitation mail send add addresses paste'],
  newGroup: ['New group', 'add create team'],
  newApplication: ['New application', 'add create register app service'],
  newReview: ['New review', 'start create campaign recertification'],
  light: ['Light theme', 'mode colours appearance bright day'],
  dark: ['Dark theme', 'mode colours appearance night'],
  system: ['Theme of the device', 'mode colours automatic system dark light'],
  signOut: ['Sign out', 'log out logout leave exit'],
  now: ['Back to now', 'today present'],
});

/** Places and actions of one application. */
export const applicationWords = titled({
  roles: ['Roles', ''],
  permissions: ['Permissions', 'catalogue'],
  matrix: ['Matrix', 'table grid'],
  grants: ['Access', 'grants holders who'],
  details: ['Details', 'settings description identifier delete'],
  clients: ['Clients', 'secrets keys redirect programs service account'],
  signIn: ['Sign-in', 'rules policy'],
  integration: ['Integration', 'code snippets sdk guide'],
  usage: ['Usage', 'last used'],
  unused: ['Unused access', 'never used stale idle'],
  newRole: ['New role', 'add create'],
  newPermission: ['New permission', 'add create'],
  newClient: ['New client', 'add create register secret'],
  grant: ['Grant access', 'give add role permission'],
});

/** Actions with arguments: what they do, an example, and the text that begins one. */
export const exampleWords = {
  grant: ['Grant access…', 'grant maya refund 2h', 'grant '],
  check: ['Check access…', 'may maya refund', 'may '],
  who: ['Find who has access…', 'who could refund last month', 'who may '],
  day: ['View another day…', 'as of 3 march', 'as of '],
} as Record<'grant' | 'check' | 'who' | 'day', readonly [label: string, example: string, typed: string]>;

/** The days that “as of …” names, and other words for the action. */
export const dayWords = {
  title: (day: string) => `View ${day}`,
  also: 'as of past date history back time travel on',
  named: {
    yesterday: 'yesterday',
    week: 'last week, 7 days ago',
    month: 'last month, 30 days ago',
    quarter: 'three months ago',
    year: 'last year',
  },
  language: (name: string) => `Language: ${name}`,
  languageAlso: 'sprache locale translation',
};

catalogue('palette', { words, sentenceWords, pageAlso, commandWords, applicationWords, exampleWords, dayWords });
