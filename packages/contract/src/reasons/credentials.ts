import { reason } from './reason.ts';

/** Actions that require a recent sign-in. */
const acts = {
  own_ways: 'change how you sign in',
  ways_of_licet_user: 'change how a user with access to Licet signs in',
  licet_admin: 'grant the role admin of Licet',
  licet_role_policy: 'change how a role of Licet itself is granted',
  own_address: 'change your e-mail address',
  erasure: 'erase a user',
  invitations: 'invite many people',
  invitation_links: 'create links for many people',
  reminders: 'send mail to many people',
  sign_in_rules: 'change how people sign in',
  mail_server: 'change the mail settings',
  program_keys: 'create or end secrets and keys of programs',
  emergency_role: 'take a role in an emergency',
  signing_keys: 'rotate keys',
} as const;

const actNames = [
  'own_ways',
  'ways_of_licet_user',
  'licet_admin',
  'licet_role_policy',
  'own_address',
  'erasure',
  'invitations',
  'invitation_links',
  'reminders',
  'sign_in_rules',
  'mail_server',
  'program_keys',
  'emergency_role',
  'signing_keys',
] as const satisfies readonly (keyof typeof acts)[];

/** Reasons why a user cannot change sign-in methods, or must sign in again first. */
export const credentialReasons = {
  sign_in_again: {
    sign_in_not_recent: reason(
      { act: actNames, within: 'seconds' },
      ({ act, within }, say) =>
        `To ${acts[act]}, you must have signed in within the last ${say.seconds(within)}, with a second factor if you have one.`,
    ),
    sign_in_undated: reason(
      { act: actNames },
      ({ act }) =>
        `To ${acts[act]}, sign in with a passkey or a password of Licet. Your sign-in provider does not report when you last authenticated there.`,
    ),
    session_needed: reason({}, () => 'Only a user who is signed in here can link an account.'),
  },
  throttled: {
    address_mails: reason(
      { wait: 'seconds' },
      ({ wait }, say) =>
        `This mail was requested several times. Wait ${say.seconds(wait)} before you request another one.`,
    ),
    recovery_code_sets: reason(
      { wait: 'seconds' },
      ({ wait }, say) =>
        `You created new recovery codes several times. Wait ${say.seconds(wait)} before you create new ones.`,
    ),
  },
  not_found: {
    session_unknown: reason({}, () => 'This session does not exist, or has already ended.'),
    browser_unknown: reason({}, () => 'This browser is not one of your recognised browsers, or not any more.'),
    identity_unlinked: reason({}, () => 'You have not linked this account.'),
    connection_gone: reason({ connection: 'name' }, ({ connection }) => `${connection} was removed in the meantime.`),
    passkey_missing: reason({}, () => 'You do not have this passkey. It may have been removed.'),
    app_missing: reason({}, () => 'You have no authenticator app.'),
  },
  already_exists: {
    identity_linked: reason({ account: 'name' }, ({ account }) => `${account} is already linked.`),
  },
  identity_taken: {
    identity_of_another: reason(
      { account: 'name', connection: 'name' },
      ({ account, connection }) => `Another user here has linked ${account} of ${connection}.`,
    ),
  },
  begin_again: {
    passkey_not_begun: reason({}, () => 'The passkey setup has expired, or was not started in this browser.'),
    app_not_begun: reason({}, () => 'The setup of the authenticator app has expired, or was not started.'),
  },
  credential_limit: {
    passkeys_enough: reason({ most: 'count' }, ({ most }, say) => `You already have ${say.count(most)} passkeys.`),
  },
  last_way_in: {
    only_passkey: reason(
      { passkey: 'name' },
      ({ passkey }) => `${passkey} is your only way to sign in that is allowed here.`,
    ),
    only_account: reason(
      { account: 'name', connection: 'name' },
      ({ account, connection }) => `${account} of ${connection} is your only way to sign in that is allowed here.`,
    ),
    only_second_factor: reason({}, () => 'You need a second factor, and this is your only one.'),
  },
  wrong_state: {
    recovery_without_factor: reason(
      {},
      () => 'Recovery codes replace a second factor, and you do not have one. Add a second factor first.',
    ),
    directory_decides: reason(
      { connection: 'name' },
      ({ connection }) =>
        `${connection} decides who has an account here. Only an administrator can unlink your account of ${connection}.`,
    ),
    nothing_to_reset: reason(
      { user: 'name' },
      ({ user }) => `${user} has no sign-in method of the chosen kinds to remove.`,
    ),
    address_verified: reason({ address: 'name' }, ({ address }) => `The address ${address} is already verified.`),
    address_of_inactive: reason(
      { user: 'name' },
      ({ user }) => `${user} has not signed in yet, or is suspended. Accepting an invitation verifies the address.`,
    ),
    user_without_address: reason({ user: 'name' }, ({ user }) => `${user} has no e-mail address to verify.`),
    link_for_suspended: reason(
      { user: 'name' },
      ({ user }) => `${user} is suspended. Reactivate the user first, then create a link.`,
    ),
    deletion_asked: reason({}, () => 'You have already asked to be deleted.'),
    deletion_not_asked: reason({}, () => 'You have no open request to be deleted.'),
  },
} as const;

/** Reasons why a new password is refused. The sign-in pages load the German sentences. */
export const passwordReasons = {
  field: {
    password_too_short: reason(
      { length: 'count', least: 'count' },
      ({ length, least }, say) =>
        `The password has ${say.count(length)} characters; it needs at least ${say.count(least)}. Use several words.`,
    ),
    password_too_long: reason(
      { length: 'count', most: 'count' },
      ({ length, most }, say) =>
        `The password has ${say.count(length)} characters; it may have at most ${say.count(most)}.`,
    ),
    password_of_few_characters: reason(
      {},
      () => 'The password is made of fewer than five different characters. Use several words.',
    ),
    password_repeats: reason(
      { unit: 'name' },
      ({ unit }) => `The password repeats “${unit}” over and over. Use different words.`,
    ),
    password_is_a_row: reason(
      {},
      () => 'The password is a row of neighbouring keys, letters or digits. Use several words.',
    ),
    password_of_own_name: reason(
      { of: ['username', 'email', 'name', 'organisation', 'product'] },
      ({ of }) => `The password is little more than ${names[of]}, and would be guessed first. Add unrelated words.`,
    ),
    password_well_known: reason(
      { word: 'name' },
      ({ word }) =>
        `The password is little more than “${word}”, which is well known and would be guessed first. Add unrelated words.`,
    ),
  },
} as const;

const names = {
  username: 'the username',
  email: 'the e-mail address',
  name: 'the name',
  organisation: 'the organisation’s name',
  product: 'the name of this product',
};
