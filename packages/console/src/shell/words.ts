import { type ScreenName, screens } from '@licet/contract';
import { catalogue } from '../ui/language.ts';

/** The texts of the frame. */
export const words = {
  product: 'Licet',
  home: 'Licet, home',
  skip: 'Skip to content',
  find: 'Find anyone, any role, any permission',
  findKeys: 'Ctrl K',
  findHint: 'Name, role or permission',
  findScreen: 'Go to a page',
  now: 'Now',
  anotherDay: ', view another day',
  draft: (count: number) => (count === 0 ? 'Changes' : `Changes, ${count} in the draft`),
  accountOf: (name: string) => `Account of ${name}`,
  account: 'My account',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'As the device',
  signOut: 'Sign out',
  main: 'Main',
  mainShort: 'Main, short',
  more: 'More',
  waiting: 'waiting',
  palette: 'Find',
  screens: 'Screens',
  best: 'Best',
  choose: 'choose',
  open: 'open',
  nothing: 'Nothing by that name. Try fewer letters, or an e-mail address.',
  failed: 'The search did not answer. Type again to try once more.',
  notFound: 'There is no such page',
  notFoundText: 'Nothing has the address {path}. It may be mistyped, or from before a change. Go home to sign in.',
  notFoundSearch:
    'Nothing has the address {path}. It may be mistyped, or from before a change. Search for what you want by its name, or go home.',
  goHome: 'Go home',
  broken: 'This page broke',
  brokenText:
    'Nothing you did is lost on the server. Load the page again; if it breaks again, tell the operator what you were doing.',
  reload: 'Load again',
  loadingPage: 'Loading the page',
  screenTitles: Object.fromEntries(Object.entries(screens).map(([name, { title }]) => [name, title])) as Record<
    ScreenName,
    string
  >,
};

/** The texts of the bar for a past or future instant. */
export const pastWords = {
  readOnly: 'Read only. The past cannot be changed.',
  readOnlyAhead: 'Read only. What is scheduled, as it is recorded now.',
  another: 'Another day',
  cancel: 'Cancel',
  ofNow: 'This page is of now.',
  ofNowText: 'What it shows is not kept as of another time, and nothing can be changed here until you go back to now.',
  before: 'Day before',
  after: 'Day after',
  choose: 'Choose another day or time',
  back: 'Back to now',
};

catalogue('shell', { words, pastWords });
