import { reason, type Sentence } from './reason.ts';

type OfDomain = { domain: 'name'; domains: 'names'; others: 'count' };

/** Returns a sentence with the first permitted domain, and the number of other permitted domains. */
const domainRefused: Sentence<OfDomain> = ({ domain, domains, others }, say) =>
  others === 0
    ? `E-mail addresses here are at ${say.names(domains)}, not at ${domain}.`
    : `E-mail addresses here are at ${say.names(domains)} and at ${say.count(others)} more domains, not at ${domain}.`;

const notAsked: Sentence<{ connection: 'name' }> = ({ connection }) => `${connection} cannot be asked.`;

const ways = { password: 'password', passkey: 'passkey', provider: 'another provider' } as const;
const tries = { passwords: 'wrong passwords', codes: 'wrong codes', passkeys: 'rejected passkeys' } as const;

/** The required fields of a request from the sign-in page. */
const bodies = {
  password: 'A sign-in needs a login and a password, and nothing else.',
  code: 'The second step needs a code, and nothing else.',
  passkey: 'This step needs the answer that a passkey signed, and nothing else.',
  first_code: 'This step needs the first code of the app, and nothing else.',
  new_passkey: 'This step needs the passkey that the browser created, and its name.',
  login: 'Leaving for a provider needs the login that was typed, and nothing else.',
  connection: 'Leaving for a provider needs the id of its connection.',
  nothing: 'This step needs an empty object.',
} as const;

const setupCodes = {
  ended:
    'The code has expired: each lasts an hour. The server has printed a newer one since, or prints one when it starts again.',
  unknown: 'This is not the code that the server printed. Copy the last one from the server’s output.',
} as const;

/** Reasons why a sign-in, a link or the setup of Licet is refused. */
export const signInReasons = {
  sign_in_failed: {
    // The sentence is the same for existing and unknown names, so that it does not reveal which names exist.
    name_or_password_wrong: reason({}, () => 'No account has this name and this password.'),
    directory_password_wrong: reason(
      { connection: 'name' },
      ({ connection }) => `No entry in ${connection} has this name and this password.`,
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
      () => 'There were too many wrong passwords in a row. No more passwords are accepted for this name.',
    ),
  },
  codes_locked: {
    user_codes_locked: reason(
      {},
      () => 'There were too many wrong codes in a row. No more codes are accepted for this user.',
    ),
  },
  way_refused: {
    way_closed: reason(
      { way: ['password', 'passkey', 'provider'] },
      ({ way }) => `Signing in by ${ways[way]} is not allowed here.`,
    ),
    link_needs_passkey: reason({}, () => 'Signing in by password is not allowed here. Set up a passkey with the link.'),
    link_needs_password: reason({}, () => 'No passkey can be set up with this link. Set a password with it.'),
  },
  second_factor_missing: {
    browser_needs_second_factor: reason(
      {},
      () => 'Your password is right, but in a browser where you have not signed in before it is not enough.',
    ),
  },
  second_factor_needed: {
    page_without_second_factor: reason({}, () => 'A second factor is required, which this page cannot ask for.'),
  },
  begin_again: {
    sign_ins_ended: reason({}, () => 'Your sign-ins have just been ended. Sign in once more.'),
    first_step_over: reason(
      {},
      () => 'The first step of this sign-in was too long ago, or the sign-in is complete. Begin again.',
    ),
    link_passkey_not_begun: reason(
      {},
      () => 'No passkey is being set up with this link, or no longer. Begin the set-up again.',
    ),
  },
  not_found: {
    sign_in_over: reason(
      {},
      () => 'This sign-in has expired or belongs to another browser. Begin again in the application.',
    ),
    provider_closed: reason({}, () => 'Signing in by this provider is not possible, or no longer.'),
    directory_closed: reason({}, () => 'Signing in by this directory is not possible, or no longer.'),
  },
  passkey_unknown: {
    passkey_of_nobody: reason({}, () => 'This passkey belongs to no user here.'),
  },
  passkey_refused: {
    passkey_unfit: reason({}, () => 'The passkey did not sign what it was asked to, or may not be used here.'),
    new_passkey_unfit: reason(
      {},
      () => 'The passkey was not created for this address, or not in the way that is required here.',
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
      ({ connection }) => `${connection} did not give your e-mail address.`,
    ),
  },
  address_unverified: {
    address_not_verified: reason(
      { connection: 'name' },
      ({ connection }) => `${connection} does not say that your e-mail address is verified.`,
    ),
  },
  domain_not_allowed: {
    domain_without_accounts: reason(
      { domain: 'name' },
      ({ domain }) => `Addresses at ${domain} do not get an account here.`,
    ),
    domain_refused: reason({ domain: 'name', domains: 'names', others: 'count' }, domainRefused),
  },
  address_taken: {
    address_of_account: reason(
      { address: 'name', connection: 'name' },
      ({ address, connection }) =>
        `An account with the address ${address} exists. Sign in to it, and link ${connection} in My account.`,
    ),
  },
  provider_refused: {
    provider_asked_nothing: reason(
      { connection: 'name' },
      ({ connection }) => `${connection} did not ask you to sign in again. Sign out there, and come back.`,
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
    logout_connection_unknown: reason({}, () => 'This connection does not exist, or takes no logout tokens.'),
  },
  forbidden: {
    not_own_page: reason({}, () => 'Only Licet’s own page may sign in users.'),
  },
  link_invalid: {
    link_ended: reason({}, () => 'The link was used, was replaced by a newer one, or has expired.'),
    link_just_used: reason({}, () => 'The link has just been used.'),
    link_user_suspended: reason({}, () => 'The user of this link is suspended.'),
    invitation_accepted: reason({}, () => 'This invitation was accepted already.'),
    reset_before_first_sign_in: reason({}, () => 'This link works only for a user who has signed in before.'),
    link_maker_may_not: reason(
      { user: 'name' },
      ({ user }) => `The user who made this link for ${user} may no longer make such links.`,
    ),
  },
  setup_code_wrong: {
    setup_code_refused: reason({ code: ['ended', 'unknown'] }, ({ code }) => setupCodes[code]),
  },
  setup_done: {
    administrator_present: reason({}, () => 'Licet has its first administrator.'),
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
    current_password_wrong: reason({}, () => 'That is not your current password.'),
    code_unfit: reason({}, () => 'This code is wrong, or it was used before.'),
    first_code_unfit: reason(
      {},
      () =>
        'This code does not fit the key that you were shown. Enter the next code that the app shows. If none fits, set the clock of your phone.',
    ),
    setup_code_unfit: reason({ code: ['ended', 'unknown'] }, ({ code }) => setupCodes[code]),
    email_domain_refused: reason({ domain: 'name', domains: 'names', others: 'count' }, domainRefused),
  },
} as const;
