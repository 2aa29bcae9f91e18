import { catalogue } from '../../../ui/language.ts';

/** What an application asks of those who sign in to it. */
export const words = {
  rules: (application: string) => `how people sign in to ${application}`,
  saved: (application: string) => `How people sign in to ${application} is changed.`,
  labels: {
    ways: 'How people sign in',
    secondFactor: 'Second factor',
    maxAge: 'How old a sign-in may be',
  },
  about:
    'Everybody is asked what the organisation asks. This application can ask for more of those who sign in to it, never for less.',
  licet: 'Licet itself asks what the organisation asks, so that nobody keeps its administrators out.',
  whichWays: 'Which ways are taken',
  allWays: (ways: string) => `All that the organisation takes, now and later. Now: ${ways}`,
  someWays: 'Only some of them',
  noWay:
    'Nobody gets in here now: the organisation no longer takes any way that this application takes. Choose another.',
  everybody: 'Everybody needs a second factor here',
  everybodyHint:
    'At once, in every browser, whatever time the organisation leaves. Beside a password: an authenticator app or a passkey. A passkey that checks who holds it is enough alone.',
  asOrganisation: 'As the organisation asks',
  maxAgeHint: 'Whoever signed in longer ago signs in again when they come here. No token is renewed for them either.',
  asSession: 'As old as their session',
  whom: (application: string) =>
    `Counted is who holds something in ${application} or owns it. Whoever else signs in to it is asked the same; programs are not.`,
  stoppedHelp:
    'A set-password link, from their page, helps everybody: within an hour after it they set up what is missing. Whoever has no passkey where only passkeys are taken has to make one before the password goes.',
  noPlanText:
    'A plan names people who hold something here. To see it you need the permissions users.read and, unless you own this application, access.read of Licet.',
  stoppedText: (application: string) =>
    `They do not get in to ${application} when they come to it next. Elsewhere they stay signed in.`,
};

catalogue('applications.sign-in', { words });
