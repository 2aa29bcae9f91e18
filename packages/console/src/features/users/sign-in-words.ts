import { catalogue } from '../../ui/language.ts';

/** The words of what a user signs in with. */
export const signInWords = {
  password: 'Password',
  passkeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
  app: 'Authenticator app',
  account: (provider: string, name: string) => `${provider}: ${name}`,
  recovery: (left: number, of: number) => `Recovery codes, ${left} of ${of} left`,
  nothing: 'Nothing yet',
  unknown: 'Not known',
  resetTitle: (name: string) => `Reset the second factor of ${name}?`,
  resetText:
    'Their authenticator app and their recovery codes end, and they are signed out everywhere. After that the password alone signs them in until they set up a new one. Be sure that it is they who ask.',
  resetPasskeysText:
    'Their passkeys end, and they are signed out everywhere. After that the password alone signs them in. Be sure that it is they who ask.',
  resetPasskeys: (count: number): string =>
    count === 1
      ? 'Their passkey as well, when it was on the lost device'
      : 'All their passkeys as well, when they were on the lost device',
  resetAccountsText:
    'Their accounts at other providers are unlinked, and they are signed out everywhere. Nobody signs in by these any more; they link others when they have signed in again. Be sure that it is they who ask.',
  resetAccounts: (count: number): string =>
    count === 1
      ? 'Unlink their account at another provider as well'
      : 'Unlink their accounts at other providers as well',
  unlinkTitle: (name: string) => `Unlink the accounts of ${name}?`,
  unlinkDo: 'Unlink accounts',
  unlinked: (name: string) => `The accounts of ${name} are unlinked.`,
  resetDo: 'Reset second factor',
  reset: (name: string) => `The second factor of ${name} is reset.`,
};

/** The words of sessions and the log. */
export const sessionWords = {
  table: (name: string) => `Where ${name} is signed in`,
  browser: 'Browser',
  address: 'Address',
  signedIn: 'Signed in',
  lastSeen: 'Last seen',
  ends: 'Ends',
  current: 'this browser',
  unknown: 'Unknown browser',
  everywhere: 'Sign out everywhere…',
  emptyTitle: 'Signed in nowhere',
  emptyText: 'A session begins when somebody signs in, and ends when they sign out or it runs out.',
};

catalogue('users.sign-in', { signInWords, sessionWords });
