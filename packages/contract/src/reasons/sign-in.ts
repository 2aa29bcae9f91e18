import { reason, type Sentence } from './reason.ts';

type OfDomain = { domain: 'name'; domains: 'names'; others: 'count' };

/** Returns a sentence with the first permitted domain, and the number of other permitted domains. */
const domainRefused: Sentence<OfDomain> = ({ domain, domains, others }, say) =>
  others === 0
    ? `E-mail addresses must be at ${say.names(domains)}, not at ${domain}.`
    : `E-mail addresses must be at ${say.names(domains)} or at one of ${say.count(others)} more domains, not at ${domain}.`;

const notAsked: Sentence<{ connection: 'name' }> = ({ connection }) => `${connection} cannot be queried.`;

const ways = { password: 'a password', passkey: 'a passkey', provider: 'another provider' } as const;
const tries = { passwords: 'wrong passwords', codes: 'wrong codes', passkeys: 'rejected passkeys' } as const;

/** The required fields of a request from the sign-in page. */
const bodies = {
  password: 'Send a login and a password, and nothing else.',
  code: 'Send a code, and nothing else.',
  passkey: 'Send the answer that the passkey signed, and nothing else.',
  first_code: 'Send the first code of the authenticator app, and nothing else.',
  new_passkey: 'Send the passkey that the browser created, and a name for it.',
  login: 'To continue to a provider, send the login that the user typed, and nothing else.',
  connection: 'To continue to a provider, send the id of its connection.',
  nothing: 'Send an empty object.',
} as const;

const setupCodes = {
  ended:
    'The code has expired: each code lasts an hour. Copy the newest one from the server’s output, or restart the server to get one.',
  unknown: 'This is not the code that the server printed. Copy the newest code from the server’s output.',
} as const;

/** Reasons why a sign-in, a link or the setup of Licet is refused. */
export const signInReasons = {
  sign_in_failed: {
    // The sentence is the same for existing and unknown names, so that it does not reveal which names exist.
    name_or_password_wrong: reason({}, () => 'The name or the password is wrong.'),
    directory_password_wrong: reason(
      { connection: 'name' },
      ({ connection }) => `The name or the password for ${connection} is wrong.`,
    ),
    password_just_changed: reason({}, () => 'Your password was changed in the meantime. Enter the new one.'),
  },
  throttled: {
    wrong_tries: reason(
      { tried: ['passwords', 'codes', 'passkeys'], wait: 'seconds' },
      ({ tried, wait }, say) => `There were several ${tries[tried]}. Wait ${say.seconds(wait)} before you try again.`,
    ),
  },
  locked: {
    name_locked: reason(
      {},
      () => 'There were too many wrong passwords in a row. Passwords for this name are no longer accepted.',
    ),
  },
  codes_locked: {
    user_codes_locked: reason(
      {},
      () => 'There were too many wrong codes in a row. Codes of this user are no longer accepted.',
    ),
  },
  way_refused: {
    way_closed: reason(
      { way: ['password', 'passkey', 'provider'] },
      ({ way }) => `Signing in with ${ways[way]} is not allowed here.`,
    ),
    link_needs_passkey: reason(
      {},
      () => 'Signing in with a password is not allowed here. Use the link to set up a passkey.',
    ),
    link_needs_password: reason({}, () => 'This link cannot set up a passkey. Use it to set a password.'),
  },
  second_factor_missing: {
    browser_needs_second_factor: reason(
      {},
      () => 'Your password is correct, but it is not enough in a browser in which you have not signed in before.',
    ),
  },
  second_factor_needed: {
    page_without_second_factor: reason({}, () => 'A second factor is required, which this page cannot ask for.'),
  },
  begin_again: {
    sign_ins_ended: reason({}, () => 'Your sessions have just been ended. Sign in again.'),
    first_step_over: reason({}, () => 'The first step of this sign-in was too long ago, or the sign-in is complete.'),
    link_passkey_not_begun: reason({}, () => 'The passkey setup with this link has expired, or was not started.'),
  },
  not_found: {
    sign_in_over: reason(
      {},
      () => 'This sign-in has expired, or belongs to another browser. Start again in the application.',
    ),
    provider_closed: reason({}, () => 'You cannot sign in with this provider, or not any more.'),
    directory_closed: reason({}, () => 'You cannot sign in with this directory, or not any more.'),
  },
  passkey_unknown: {
    passkey_of_nobody: reason({}, () => 'This passkey does not belong to any user here.'),
  },
  passkey_refused: {
    passkey_unfit: reason({}, () => 'The answer of the passkey is not valid, or the passkey may not be used here.'),
    new_passkey_unfit: reason(
      {},
      () => 'The passkey was created for another address, or does not meet the requirements here.',
    ),
  },
  identity_unknown: {
    identity_of_no_active: reason(
      { connection: 'name' },
      ({ connection }) => `No active user here has linked this account of ${connection}.`,
    ),
    identity_of_nobody: reason(
      { connection: 'name' },
      ({ connection }) => `No user here has linked this account of ${connection}.`,
    ),
  },
  address_missing: {
    address_not_given: reason(
      { connection: 'name' },
      ({ connection }) => `${connection} did not send your e-mail address.`,
    ),
  },
  address_unverified: {
    address_not_verified: reason(
      { connection: 'name' },
      ({ connection }) => `${connection} does not report that your e-mail address is verified.`,
    ),
  },
  domain_not_allowed: {
    domain_without_accounts: reason(
      { domain: 'name' },
      ({ domain }) => `Users with an address at ${domain} cannot get an account here.`,
    ),
    domain_refused: reason({ domain: 'name', domains: 'names', others: 'count' }, domainRefused),
  },
  address_taken: {
    address_of_account: reason(
      { address: 'name', connection: 'name' },
      ({ address, connection }) =>
        `An account with the address ${address} already exists. Sign in to it, then link ${connection} in My account.`,
    ),
  },
  provider_refused: {
    provider_asked_nothing: reason(
      { connection: 'name' },
      ({ connection }) => `${connection} did not ask you to sign in again. Sign out there, then try again.`,
    ),
  },
  // The sentence does not contain the cause, because this would reveal the directory's address.
  provider_unreachable: { directory_silent: reason({ connection: 'name' }, notAsked) },
  provider_wrong: { directory_wrong: reason({ connection: 'name' }, notAsked) },
  invalid_request: {
    sign_in_body_wrong: reason(
      { step: ['password', 'code', 'passkey', 'first_code', 'new_passkey', 'login', 'connection', 'nothing'] },
      ({ step }) => bodies[step],
    ),
    logout_token_missing: reason({}, () => 'The request needs one logout_token, and the id of a connection.'),
    logout_connection_unknown: reason({}, () => 'This connection does not exist, or does not accept logout tokens.'),
  },
  forbidden: {
    not_own_page: reason({}, () => 'Only Licet’s own pages may sign users in.'),
  },
  link_invalid: {
    link_ended: reason({}, () => 'The link was used, was replaced by a newer one, or has expired.'),
    link_just_used: reason({}, () => 'The link has just been used.'),
    link_user_suspended: reason({}, () => 'The account of this link is suspended.'),
    invitation_accepted: reason({}, () => 'This invitation was already accepted.'),
    reset_before_first_sign_in: reason({}, () => 'This link works only for a user who has signed in before.'),
    link_maker_may_not: reason(
      { user: 'name' },
      ({ user }) => `The user who created this link for ${user} may no longer create such links.`,
    ),
  },
  setup_code_wrong: {
    setup_code_refused: reason({ code: ['ended', 'unknown'] }, ({ code }) => setupCodes[code]),
  },
  setup_done: {
    administrator_present: reason({}, () => 'Licet already has an administrator.'),
    administrator_just_made: reason({}, () => 'Another person has just become the first administrator.'),
  },
  unavailable: {
    own_application_missing: reason(
      {},
      () =>
        'Licet’s own application is missing from the database. Restart the server, which creates it, and try again.',
    ),
  },
  field: {
    current_password_wrong: reason({}, () => 'This is not your current password.'),
    code_unfit: reason({}, () => 'This code is wrong, or was already used.'),
    first_code_unfit: reason(
      {},
      () =>
        'This code does not match the key that you were shown. Enter the next code that the app shows. If no code matches, correct the clock of your phone.',
    ),
    setup_code_unfit: reason({ code: ['ended', 'unknown'] }, ({ code }) => setupCodes[code]),
    email_domain_refused: reason({ domain: 'name', domains: 'names', others: 'count' }, domainRefused),
  },
} as const;
