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
  invitation_links: 'make links for many people',
  reminders: 'send mail to many people',
  sign_in_rules: 'change how people sign in',
  mail_server: 'change where mail goes',
  program_keys: 'make or end secrets and keys of programs',
  emergency_role: 'take a role at once',
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
        `To ${acts[act]}, sign in with a passkey or a password of Licet. The provider that you signed in with does not say when you proved there who you are.`,
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
        `You made new recovery codes several times. Wait ${say.seconds(wait)} before you make new ones.`,
    ),
  },
  not_found: {
    session_unknown: reason({}, () => 'You are not signed in there, or no longer.'),
    browser_unknown: reason({}, () => 'You are not known in this browser, or no longer.'),
    identity_unlinked: reason({}, () => 'You have linked no such account.'),
    connection_gone: reason({ connection: 'name' }, ({ connection }) => `${connection} was removed in the meantime.`),
    passkey_missing: reason({}, () => 'You have no such passkey.'),
    app_missing: reason({}, () => 'You have no authenticator app.'),
  },
  already_exists: {
    identity_linked: reason({ account: 'name' }, ({ account }) => `${account} is linked already.`),
  },
  identity_taken: {
    identity_of_another: reason(
      { account: 'name', connection: 'name' },
      ({ account, connection }) => `Another user here has linked ${account} of ${connection}.`,
    ),
  },
  begin_again: {
    passkey_not_begun: reason(
      {},
      () => 'No passkey is being added in this browser, or no longer. Begin the set-up again.',
    ),
    app_not_begun: reason({}, () => 'No authenticator app is being set up, or no longer. Begin the set-up again.'),
  },
  credential_limit: {
    passkeys_enough: reason({ most: 'count' }, ({ most }, say) => `You have ${say.count(most)} passkeys already.`),
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
    only_second_factor: reason({}, () => 'A second factor is required of you, and this is the only one that you have.'),
  },
  wrong_state: {
    recovery_without_factor: reason(
      {},
      () => 'Recovery codes replace a second factor, and you have none. Add a second factor first.',
    ),
    directory_decides: reason(
      { connection: 'name' },
      ({ connection }) =>
        `${connection} decides who has an account here. Ask an administrator to unlink your account of it.`,
    ),
    nothing_to_reset: reason({ user: 'name' }, ({ user }) => `${user} has none of these. There is nothing to remove.`),
    address_verified: reason({ address: 'name' }, ({ address }) => `The address ${address} is verified already.`),
    address_of_inactive: reason(
      { user: 'name' },
      ({ user }) => `${user} has not signed in yet, or is suspended. An invitation verifies the address.`,
    ),
    user_without_address: reason(
      { user: 'name' },
      ({ user }) => `${user} has no e-mail address that could be verified.`,
    ),
    link_for_suspended: reason(
      { user: 'name' },
      ({ user }) => `${user} is suspended. Let the user in again first, then make a link.`,
    ),
    deletion_asked: reason({}, () => 'You have asked to be deleted already.'),
    deletion_not_asked: reason({}, () => 'You have not asked to be deleted, or no longer.'),
  },
} as const;

/** Reasons why a new password is refused. The sign-in pages load the German sentences. */
export const passwordReasons = {
  field: {
    password_too_short: reason(
      { length: 'count', least: 'count' },
      ({ length, least }, say) =>
        `The password has ${say.count(length)} characters; it needs at least ${say.count(least)}. Several words do well.`,
    ),
    password_too_long: reason(
      { length: 'count', most: 'count' },
      ({ length, most }, say) =>
        `The password has ${say.count(length)} characters; at most ${say.count(most)} are taken.`,
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
      ({ of }) => `Little but ${names[of]} makes up the password; it is one of the first guesses. Add unrelated words.`,
    ),
    password_well_known: reason(
      { word: 'name' },
      ({ word }) =>
        `Little but “${word}”, which everybody knows, makes up the password; it is one of the first guesses. Add unrelated words.`,
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
