import { type ScreenName, screens } from '@licet/contract';
import { catalogue } from '../ui/language.ts';

/** The texts of the frame. */
export const words = {
  product: 'Licet',
  home: 'Licet, home',
  skip: 'Skip to content',
  find: 'Search, ask or do: “grant maya refund 2h”',
  findKeys: 'Ctrl K',
  findHint: 'Search, ask or do',
  findScreen: 'Go to a page',
  now: 'Now',
  anotherDay: ', view another day',
  viewAnotherDay: 'View another day',
  draft: (count: number) => `Changes, ${count} in the draft`,
  accountOf: (name: string) => `Account of ${name}`,
  account: 'My account',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  signOut: 'Sign out',
  main: 'Main',
  mainShort: 'Main, short',
  more: 'More',
  waiting: 'waiting',
  places: {
    inbox: 'Inbox',
    home: 'Home',
    people: 'People',
    applications: 'Applications',
    access: 'Access',
    audit: 'Audit',
    settings: 'Settings',
  },
  palette: 'Find',
  cancel: 'Cancel',
  notFound: 'There is no such page',
  notFoundText: 'There is nothing at {path}. The address may be mistyped or outdated. Start from the home page.',
  notFoundSearch:
    'There is nothing at {path}. The address may be mistyped or outdated. Search for what you need, or go home.',
  goHome: 'Go home',
  broken: 'This page has crashed',
  brokenText:
    'Everything that you saved is safe. Reload the page. If it crashes again, tell the operator what you were doing.',
  reload: 'Reload',
  loadingPage: 'Loading the page',
  screenTitles: Object.fromEntries(Object.entries(screens).map(([name, { title }]) => [name, title])) as Record<
    ScreenName,
    string
  >,
};

/** The texts of the bar for a past or future instant. */
export const pastWords = {
  readOnly: 'Read only. The past cannot be changed.',
  readOnlyAhead: 'Read only. This shows what is scheduled at present.',
  another: 'Another day',
  cancel: 'Cancel',
  ofNow: 'This page shows the present.',
  ofNowText: 'Its content is not available for another time. Go back to now to make changes here.',
  before: 'Previous day',
  after: 'Next day',
  choose: 'Choose another day or time',
  back: 'Back to now',
};

catalogue('shell', { words, pastWords });
