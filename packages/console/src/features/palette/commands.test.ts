// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { places } from '../../shell/navigation.ts';
import * as shell from '../../shell/words.de.ts';
import { type CommandContext, findCommands } from './commands.ts';
import { matchWords } from './match-words.ts';
import { pagesFor } from './pages.ts';
import * as palette from './words.de.ts';

const now = new Date(2026, 10, 19, 14, 32);
const viewer = { id: '1', name: 'Ingrid', email: 'ingrid', may: () => true, ownsAny: true, mayTake: true };

const context = (more: Partial<CommandContext> = {}): CommandContext => ({
  entries: pagesFor(viewer),
  may: () => true,
  mayIn: () => true,
  isAdmin: true,
  ownsAny: true,
  applications: [
    { id: 'ledger', name: 'Ledger' },
    { id: 'ward', name: 'Ward' },
  ],
  at: undefined,
  view: () => undefined,
  chooseTheme: () => undefined,
  signOut: () => undefined,
  now,
  ...more,
});

function found(query: string, more: Partial<CommandContext> = {}): string[] {
  const { first, other } = findCommands(query, context(more));
  return [...first, ...other].map(({ label }) => label);
}

describe('finds as its first command', () => {
  it.each([
    ['invite', 'Invite people'],
    ['invite people', 'Invite people'],
    ['grant access', 'Grant access, Ledger'],
    ['grant access ward', 'Grant access, Ward'],
    ['connections', 'Connections'],
    ['ldap', 'Connections'],
    ['google', 'Connections'],
    ['sso', 'Connections'],
    ['sign-in rules', 'Sign-in rules'],
    ['sign in rules', 'Sign-in rules'],
    ['sir', 'Sign-in rules'],
    ['password policy', 'Sign-in rules'],
    ['session lifetime', 'Sign-in rules'],
    ['dark', 'Dark theme'],
    ['dark mode', 'Dark theme'],
    ['light mode', 'Light theme'],
    ['night', 'Dark theme'],
    ['passkey', 'My password and passkeys'],
    ['change password', 'My password and passkeys'],
    ['my password', 'My password and passkeys'],
    ['authenticator', 'My password and passkeys'],
    ['recovery codes', 'My password and passkeys'],
    ['new role', 'New role, Ledger'],
    ['new role ward', 'New role, Ward'],
    ['ward new role', 'New role, Ward'],
    ['new user', 'New user'],
    ['add person', 'New user'],
    ['create user', 'New user'],
    ['new group', 'New group'],
    ['new team', 'New group'],
    ['new application', 'New application'],
    ['register app', 'New application'],
    ['new client ledger', 'New client, Ledger'],
    ['new review', 'New review'],
    ['sign out', 'Sign out'],
    ['logout', 'Sign out'],
    ['log out', 'Sign out'],
    ['as of last month', 'View last month, 30 days ago'],
    ['last week', 'View last week, 7 days ago'],
    ['yesterday', 'View yesterday'],
    ['as of 3 march', 'View March 3, 2026'],
    ['as of 2026-03-03', 'View March 3, 2026'],
    ['language', 'Language: English'],
    ['deutsch', 'Language: Deutsch'],
    ['sprache', 'Language: English'],
    ['unused', 'Unused access, Ledger'],
    ['unused ward', 'Unused access, Ward'],
    ['matrix', 'Matrix, Ledger'],
    ['ward matrix', 'Matrix, Ward'],
    ['grants ward', 'Access, Ward'],
    ['delete ward', 'Details, Ward'],
    ['integration ward', 'Integration, Ward'],
    ['code snippets', 'Integration, Ledger'],
    ['users', 'Users'],
    ['people', 'Users'],
    ['usres', 'Users'],
    ['groups', 'Groups'],
    ['applications', 'Applications'],
    ['audit', 'Audit'],
    ['audit log', 'Audit'],
    ['failed logins', 'Failed sign-ins'],
    ['suspended', 'Suspended users'],
    ['suspendet', 'Suspended users'],
    ['invited', 'Invited users'],
    ['without second factor', 'Users without a second factor'],
    ['never signed in', 'Users who never signed in'],
    ['smtp', 'Mail and webhooks'],
    ['webhooks', 'Mail and webhooks'],
    ['outbox', 'Outbox'],
    ['approve', 'Inbox'],
    ['inbox', 'Inbox'],
    ['separation rules', 'Separation rules'],
    ['separation of duties', 'Separation of duties'],
    ['emergencies', 'Emergencies'],
    ['logo', 'Appearance'],
    ['colours', 'Appearance'],
    ['reviews', 'Reviews'],
    ['recertification', 'Reviews'],
    ['break glass', 'Emergencies'],
    ['expiring', 'Ending'],
    ['ends soon', 'Ending'],
    ['ending', 'Ending'],
    ['compare', 'Compare'],
    ['what changed', 'Compare'],
    ['check', 'Check'],
    ['explain', 'Check'],
    ['jwt', 'Inspect a token'],
    ['devices', 'My sessions'],
    ['my requests', 'My requests'],
    ['request access', 'Request access'],
    ['settings', 'Settings'],
    ['drafts', 'Changes'],
  ])('%s', (query, label) => expect(found(query)[0]).toBe(label));
});

it.each([
  ['explain', 'erklären'],
  ['differences', 'was sich geändert hat'],
  ['ending', 'endet bald'],
] as const)('finds the page %s in German by its former title', (screen, typed) => {
  const named = { title: shell.words.screenTitles[screen], also: palette.pageAlso[screen] };
  expect(matchWords(typed, named)).toBeDefined();
});

it('offers no changes at a past instant, but offers the return to the present', () => {
  const at = new Date(2026, 2, 3).toISOString();
  for (const query of ['new user', 'grant access', 'new role', 'request access'])
    expect(
      found(query, { at }).filter((label) => /New|Grant access|Request/.test(label)),
      query,
    ).toEqual([]);
  expect(found('now', { at })[0]).toBe('Back to now');
});

it('lists each screen of the navigation once, and the account', () => {
  const found = pagesFor(viewer).map(({ screen }) => screen);
  expect(found.toSorted()).toEqual([...places.flatMap(({ screens }) => screens), 'inspect', 'me'].toSorted());
});

it('lists the emergencies for a member only if they may take a role in one', () => {
  const member = { ...viewer, may: () => false, ownsAny: false };
  const paths = (mayTake: boolean) => pagesFor({ ...member, mayTake }).map(({ to }) => to);
  expect(paths(false)).toEqual(['/inbox', '/', '/inspect', '/me']);
  expect(paths(true)).toEqual(['/inbox', '/', '/emergencies', '/inspect', '/me']);
});

it('hides the pages and actions that the viewer has no permission for', () => {
  const none = { may: () => false, mayIn: () => false, isAdmin: false, ownsAny: false, entries: [], applications: [] };
  for (const query of ['connections', 'new user', 'suspended', 'failed logins', 'new review', 'matrix'])
    expect(found(query, none), query).toEqual([]);
  expect(found('passkey', none)[0]).toBe('My password and passkeys');
});

it('offers to grant access to Licet only to its administrators', () => {
  const applications = [{ id: 'licet', name: 'Licet' }];
  expect(found('grant access', { applications })).toContain('Grant access, Licet');
  expect(found('grant access', { applications, isAdmin: false })).toEqual(['Access, Licet']);
});

it('an action, a whole title and several words are certain matches that need no search results', () => {
  const sure = (query: string) => findCommands(query, context()).first.map(({ label, sure }) => [label, sure])[0];
  expect(sure('dark')).toEqual(['Dark theme', true]);
  expect(sure('audit')).toEqual(['Audit', true]);
  expect(sure('sign-in rules')).toEqual(['Sign-in rules', true]);
  expect(sure('grant')).toEqual(['Grant access, Ledger', false]);
});
