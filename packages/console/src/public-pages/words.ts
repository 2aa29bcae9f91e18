import { catalogue } from '../ui/language.ts';

/** The texts of the public pages. */
export const words = {
  home: 'Licet, home',
  noPage: 'There is no such page',
  noPageText: (path: string) => `There is nothing at ${path}. Go back to the application and start again from there.`,
  toLicet: 'Go to Licet',
  toSignIn: 'Go to the sign-in',
  retry: 'Try again',
  password: 'Password',
  passwordHint: (least: number) => `At least ${least} characters. Spaces count. You can paste.`,
  longEnough: 'Long enough',
  toGo: (missing: number) => `${missing} to go`,
  username: 'Username',
  email: 'E-mail',
  noAnswer: 'The server did not answer.',
  noAnswerText: 'Check your network connection and try again in a moment.',
  wrong: 'Something went wrong.',
  noReason: (status: number) => `The server answered with status ${status} and no reason. Try again.`,
};

export const signInWords = {
  title: 'Sign in',
  login: 'E-mail or username',
  loginMissing: 'Enter your e-mail address or username.',
  passwordMissing: 'Enter your password.',
  onTheWay: 'to continue to {application}',
  again: 'You are signed in. Confirm that it is you to continue.',
  late: 'That took longer than ten minutes. Enter your password again.',
  passkey: 'Sign in with a passkey',
  or: 'or',
  goOnWith: (name: string) => `Continue with ${name}`,
  set: {
    password: 'Your password is set. Sign in with it now.',
    passkey: 'Your passkey is created. Sign in with it now.',
  },
  noPasskeyYet: 'I have no passkey yet',
};

/** The texts of a sign-in that cannot continue, and of the link back to the application. */
export const overWords = {
  title: 'This sign-in is over',
  why: {
    old: 'The page was open for more than an hour.',
    gone: 'It was already finished, or a server error ended it.',
    elsewhere: 'It was started in another browser, or some days ago.',
  },
  blocked: 'Your browser blocks cookies',
  blockedText: (host: string) =>
    `Signing in requires cookies. Allow cookies for ${host} in your browser’s settings, then start again.`,
  again: (application: string) => `Start again in ${application}`,
  home: (application: string) => `Open the start page of ${application}`,
  byHand: 'Go back to the application and start again there.',
  byHandIn: (application: string) => `Go back to ${application} and start again there.`,
};

export const secondStepWords = {
  title: 'One more step',
  lead: 'Your password is correct. Now confirm your second factor.',
  none: 'This browser does not support any second factor that you have set up. Use another browser, or ask an administrator.',
  code: {
    totp: { label: 'Code of your authenticator app', hint: 'Six digits that change every 30 seconds.' },
    recovery_code: {
      label: 'Recovery code',
      hint: 'Each code works once. You received them when you set up your second factor.',
    },
  },
  codeMissing: 'Enter the code.',
  go: 'Sign in',
  use: {
    totp: 'Use the authenticator app',
    passkey: 'Use a passkey',
    recovery_code: 'Use a recovery code',
  },
  passkeyText: 'Your browser asks for your fingerprint, your face, a PIN or a security key.',
  back: 'Sign in as someone else',
  remember: (days: number) => `Do not ask again in this browser for ${days} ${days === 1 ? 'day' : 'days'}`,
};

/** The texts about setting up a required factor during a sign-in. */
export const setUpWords = {
  title: 'Set up a second factor',
  lead: 'Your organisation requires a second factor, so that a stolen password is not enough to sign in.',
  none: 'This browser cannot set up a factor that is allowed here. Use another browser, or ask an administrator.',
  passkeyText:
    'This device or your phone stores the passkey. You then sign in with your fingerprint, your face or a PIN.',
  makePasskey: 'Create a passkey',
  passkeyName: 'Created during sign-in',
  instead: { passkey: 'Create a passkey instead', totp: 'Use an authenticator app instead' },
  later: (until: string) => `Later, until ${until}`,
  back: 'Sign in as someone else',
  scan: 'Scan this QR code with your authenticator app, then enter the code that the app shows.',
  picture: 'QR code for the authenticator app. The key below has the same content.',
  secret: 'Key',
  secretHint: 'For apps that cannot scan QR codes.',
  code: 'Code',
  codeHint: 'Six digits, shown by the app.',
  codeMissing: 'Enter the code.',
  go: 'Sign in',
  codesTitle: 'Save these recovery codes',
  codesText: 'If you lose your device, each code signs you in once. Licet shows them only now.',
  codesList: 'Recovery codes',
  kept: 'I have saved them, continue',
};

export const passkeyWords = {
  notMade: 'No passkey was created.',
  notMadeText: 'The browser or the device refused. Try again, or choose another way.',
  failed: 'The passkey could not be used.',
  failedText: 'The browser or the device refused. Try again, or sign in with your password.',
};

export const signedOutWords = {
  title: 'You are signed out',
  lead: 'You can close this page.',
  unknown: 'The application asked to send you back to an address that is not registered for it.',
  unknownNamed: '{client} asked to send you back to {address}, which is not registered for it.',
  there:
    'You may still be signed in at {provider}, because it could not be reached. If others use this browser, sign out there too.',
  thereUnnamed:
    'You may still be signed in at the provider that you used, because it could not be reached. If others use this browser, sign out there too.',
  goOn: 'Continue to the application',
  unknownNext: 'The application’s owner can register it in Licet: the application, Clients, Sign-out addresses.',
  signIn: 'Sign in to Licet',
};

export const setPasswordWords = {
  title: 'Set your password',
  broken: 'This link does not work',
  lead: 'for {name}. Your username is {username}.',
  newPassword: 'New password',
  set: 'Set the password',
  titlePasskey: 'Create a passkey',
  titleEither: 'Choose how you sign in',
  passkeyName: 'Created from a link',
  passkeyText:
    'This device or your phone stores the passkey. You then sign in with your fingerprint, your face or a PIN instead of a password.',
  passwordEnds: 'Your old password stops working.',
  makePasskey: 'Create a passkey',
  instead: { password: 'Set a password instead', passkey: 'Use a passkey instead' },
  noPasskeysHere:
    'You sign in here with a passkey, and this browser cannot create one. Open the link in another browser.',
};

export const setupWords = {
  notNow: 'Licet cannot be set up now',
  title: 'Create the first administrator',
  lead: 'This page works once. Afterwards you invite other users.',
  code: 'Code from the server',
  passwordShort: (least: number) => `The password is too short. Use at least ${least} characters.`,
  codeHint: 'The server printed it at its start, with the address of this page. It prints a new code every hour.',
  name: 'Your name',
  database: 'Database',
  signingKey: 'Signing key',
  make: 'Create the administrator',
  looking: 'checking…',
  done: 'Licet is set up',
  doneText:
    'The first administrator exists, so this page is closed. If no administrator can sign in, run “licet recover-admin” on the server.',
};

export const forgotWords = {
  question: 'Forgot your password?',
  title: 'Forgot your password?',
  lead: 'We send you a link to set a new password.',
  send: 'Send me a link',
  look: 'Check your mailbox',
  sent: 'If there is an account for {login}, we have sent a link to its address. The link works once, within an hour.',
  nothingComes:
    'No mail? Check your spam folder and what you entered, or ask an administrator: the account may have no address.',
  again: 'Enter another name',
  noMail: (organisation: string | undefined) =>
    `Licet does not send mail here. Ask an administrator${organisation === undefined ? '' : ` of ${organisation}`} for a link to set a new one.`,
  toSignIn: 'Back to the sign-in',
};

export const invitedWords = {
  title: 'You are invited',
  hello: (name: string) => `Welcome, ${name}`,
  broken: 'This invitation does not work',
  lead: 'You are invited to {organisation}. Set a password. Your username is {username}.',
  leadEither: 'You are invited to {organisation}. Set a password or create a passkey. Your username is {username}.',
  leadPasskey: 'You are invited to {organisation}. Create a passkey. Your username is {username}.',
  accept: 'Set the password and continue',
};

/** The texts of verifying an e-mail address. */
export const verifyEmailWords = {
  title: 'Is this your address?',
  lead: '{email} is the address of {name} ({username}) at {organisation}. Verify it only if this is you.',
  leadChanges:
    '{email} will become the address of {name} ({username}) at {organisation}. Verify it only if this is you.',
  verify: 'Yes, verify it',
  broken: 'This link does not work',
  done: 'Your address is verified',
  doneText: 'From now on we send your mail to {email}.',
  goOn: 'Continue',
};

catalogue('publicPages', {
  words,
  signInWords,
  overWords,
  secondStepWords,
  setUpWords,
  passkeyWords,
  signedOutWords,
  setPasswordWords,
  setupWords,
  forgotWords,
  invitedWords,
  verifyEmailWords,
});
