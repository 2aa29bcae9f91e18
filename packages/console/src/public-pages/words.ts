import { catalogue } from '../ui/language.ts';

/** The texts of the public pages. */
export const words = {
  home: 'Licet, home',
  noPage: 'There is no such page',
  noPageText: (path: string) => `Nothing answers at ${path}. Go back to the application and start again from there.`,
  toLicet: 'Go to Licet',
  toSignIn: 'Go to the sign-in',
  retry: 'Try again',
  password: 'Password',
  passwordHint: (least: number) => `At least ${least} characters. Spaces count. Paste is welcome.`,
  longEnough: 'Long enough',
  toGo: (missing: number) => `${missing} to go`,
  username: 'Username',
  email: 'E-mail',
  noAnswer: 'The server did not answer.',
  noAnswerText: 'Is it running, and is the network there? Try again in a moment.',
  wrong: 'Something went wrong.',
  noReason: (status: number) => `The server answered ${status} without saying why. Try again.`,
};

export const signInWords = {
  title: 'Sign in',
  login: 'E-mail or username',
  loginMissing: 'Enter your e-mail address or username.',
  passwordMissing: 'Enter your password.',
  onTheWay: 'to go on to {application}',
  again: 'You are signed in. To go on, show once more that it is you.',
  late: 'That took longer than ten minutes. Begin with your password again.',
  passkey: 'Sign in with a passkey',
  goOnWith: (name: string) => `Go on with ${name}`,
  set: {
    password: 'Your password is set. Sign in with it now.',
    passkey: 'Your passkey is made. Sign in with it now.',
  },
  noPasskeyYet: 'I have no passkey yet',
};

/** The texts of a sign-in that cannot continue, and of the link back to the application. */
export const overWords = {
  title: 'This sign-in is over',
  why: {
    old: 'The page was open for more than an hour.',
    gone: 'It was finished already, or a fault of the server ended it.',
    elsewhere: 'It was begun in another browser, or some days ago.',
  },
  blocked: 'Your browser blocks cookies',
  blockedText: (host: string) =>
    `Signing in does not work without them. Allow cookies for ${host} in the settings of your browser, then begin again.`,
  again: (application: string) => `Begin again in ${application}`,
  home: (application: string) => `Open ${application} from its start`,
  byHand: 'Go back to the application and begin again there.',
  byHandIn: (application: string) => `Go back to ${application} and begin again there.`,
};

export const secondStepWords = {
  title: 'One more step',
  lead: 'That was right. Now show in a second way that it is you.',
  none: 'This browser can do none of the ways that you have set up. Sign in with another browser, or ask an administrator.',
  code: {
    totp: { label: 'Code of your authenticator app', hint: 'Six digits. A new one every half minute.' },
    recovery_code: { label: 'Recovery code', hint: 'Each works once. You got them when you set up your second step.' },
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

/** A factor that is set up during a sign-in, because the organisation requires it. */
export const setUpWords = {
  title: 'One thing to set up',
  lead: 'The organisation wants more than a password: something besides it, so that whoever learns yours cannot get in.',
  none: 'This browser cannot set up what is wanted here. Sign in with another browser, or ask an administrator.',
  passkeyText:
    'A passkey is kept by this device or by your phone. From then on you sign in with your fingerprint, your face or a PIN.',
  makePasskey: 'Make a passkey',
  passkeyName: 'Made while signing in',
  instead: { passkey: 'Make a passkey instead', totp: 'Use an authenticator app instead' },
  later: (until: string) => `Later, until ${until}`,
  back: 'Sign in as someone else',
  scan: 'Read this picture with your authenticator app, then enter the code that it shows.',
  picture: 'Picture for the authenticator app. The key below says the same.',
  secret: 'Key',
  secretHint: 'For apps that cannot read the picture.',
  code: 'Code',
  codeHint: 'Six digits, shown by the app.',
  codeMissing: 'Enter the code.',
  go: 'Sign in',
  codesTitle: 'Keep these recovery codes',
  codesText: 'Each signs you in once when you have lost your device. They are shown now and never again.',
  codesList: 'Recovery codes',
  kept: 'I have kept them, go on',
};

export const passkeyWords = {
  notMade: 'No passkey was made.',
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
    'You may still be signed in at {provider}: it could not be told. If others use this browser, sign out there too.',
  thereUnnamed:
    'You may still be signed in at the provider that you came by: it could not be told. If others use this browser, sign out there too.',
  goOn: 'Go on to the application',
  unknownNext: 'Whoever runs it can add it in Licet: the application, Clients, Sign-out addresses.',
  signIn: 'Sign in to Licet',
};

export const setPasswordWords = {
  title: 'Set your password',
  broken: 'This link does not work',
  lead: 'for {name}. You sign in as {username}.',
  newPassword: 'New password',
  set: 'Set the password',
  titlePasskey: 'Make a passkey',
  titleEither: 'Choose how you sign in',
  passkeyName: 'Made with a link',
  passkeyText:
    'A passkey is kept by this device or by your phone. From then on you sign in with your fingerprint, your face or a PIN, and need no password.',
  passwordEnds: 'A password from before ends.',
  makePasskey: 'Make a passkey',
  instead: { password: 'Set a password instead', passkey: 'Use a passkey instead' },
  noPasskeysHere: 'You come in here by a passkey, and this browser can make none. Open the link in another browser.',
};

export const setupWords = {
  notNow: 'Licet cannot be set up now',
  title: 'Make the first administrator',
  lead: 'This page works once. When you are done it closes for good, and others come in by invitation.',
  code: 'Code from the server',
  passwordShort: (least: number) => `The password is too short: ${least} characters at the least.`,
  codeHint:
    'The server printed it when it started, beside the address of this page. It lasts an hour; then it prints another.',
  name: 'Your name',
  database: 'Database',
  signingKey: 'Signing key',
  make: 'Make the administrator',
  looking: 'looking…',
  done: 'Licet is set up',
  doneText:
    'The first administrator has been made, so this page is closed. If nobody can sign in, run “licet recover-admin” on the machine.',
};

export const forgotWords = {
  question: 'Forgot your password?',
  askSomebody: (organisation: string | undefined) =>
    `Forgot your password? Ask an administrator${organisation === undefined ? '' : ` of ${organisation}`} for a link.`,
  title: 'Forgot your password?',
  lead: 'You get a mail with a link to set a new one.',
  send: 'Send me a link',
  look: 'Check your mailbox',
  sent: 'If there is an account for {login}, a mail with a link is on its way. The link works once, within an hour.',
  nothingComes:
    'Nothing comes? Look among unwanted mail, check what you entered, or ask an administrator: an account may have no address.',
  again: 'Enter another name',
  noMail: (organisation: string | undefined) =>
    `No mail is sent here. Ask an administrator${organisation === undefined ? '' : ` of ${organisation}`} for a link to set a new one.`,
  toSignIn: 'Back to the sign-in',
};

export const invitedWords = {
  title: 'You are invited',
  hello: (name: string) => `Welcome, ${name}`,
  broken: 'This invitation does not work',
  lead: 'You are invited to {organisation}. Set a password; you sign in as {username}.',
  leadEither: 'You are invited to {organisation}. Set a password or a passkey; you sign in as {username}.',
  leadPasskey: 'You are invited to {organisation}. Make a passkey; your username is {username}.',
  accept: 'Set the password and go on',
};

/** The texts of verifying an e-mail address. */
export const verifyEmailWords = {
  title: 'Is this your address?',
  lead: '{email} is the address of {name} ({username}) at {organisation}. Verify it only if that is you.',
  leadChanges: '{email} becomes the address of {name} ({username}) at {organisation}. Verify it only if that is you.',
  verify: 'Yes, verify it',
  broken: 'This link does not work',
  done: 'Your address is verified',
  doneText: 'What goes to you by mail goes to {email} from now on.',
  goOn: 'Go on',
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
