import { expect } from '@playwright/test';
import { type Opening, settled } from '../looks.ts';
import { guestAddresses, type ShownObjects, screenAddresses } from '../screen-addresses.ts';
import { besides } from './mockups.ts';
import { auditStates, explainStates } from './states/access.ts';
import { applicationStates, grantStates } from './states/applications.ts';
import { homeStates } from './states/home.ts';
import { inboxStates } from './states/inbox.ts';
import { groupStates, userStates, usersStates } from './states/people.ts';
import { settingsStates } from './states/settings.ts';
import type { States, View } from './view.ts';

/** One picture file: the screens of a place, each in several sizes and themes. */
export interface Sheet {
  /** The name of the file without its ending, and the anchor of its part of the index. */
  readonly name: string;
  readonly title: string;
  /** Matches the addresses that the sheet shows. Each address belongs to exactly one sheet. */
  readonly addresses?: RegExp;
  /** The dialogs, menus and other states that the sheet shows after its addresses. */
  readonly states?: ((view: View) => States) | undefined;
  /** Whether the viewer is not signed in. */
  readonly guest?: boolean;
  /** The user who is signed in, if not the administrator. */
  readonly as?: string;
}

const memberStates = ({ at }: View): States => ({
  'member-home': at('/'),
  'member-inbox': at('/inbox'),
  'member-requests': at('/inbox?view=mine'),
  'member-refused': at('/users'),
});

const auditorStates = ({ at }: View): States => ({ 'auditor-home': at('/'), 'auditor-inbox': at('/inbox') });

const guests = /^\/(setup|invited|set-password|forgot|verify-|signed-|sign-in)/;

export const sheets: readonly Sheet[] = [
  { name: 'home', title: 'Home, the palette and the frame', addresses: /^\/$/, states: homeStates },
  { name: 'inbox', title: 'Inbox', addresses: /^\/inbox/, states: inboxStates },
  { name: 'people', title: 'People: users', addresses: /^\/users(\?|\/invite|$)/, states: usersStates },
  { name: 'user', title: 'A user', addresses: /^\/users\/(?!invite)/, states: userStates },
  { name: 'groups', title: 'People: groups', addresses: /^\/groups/, states: groupStates },
  {
    name: 'applications',
    title: 'Applications',
    addresses: /^\/applications(?!.*tab=grants)/,
    states: applicationStates,
  },
  { name: 'grants', title: 'Access to an application', addresses: /^\/applications.*tab=grants/, states: grantStates },
  {
    name: 'access',
    title: 'Access',
    addresses: /^\/(explain|differences|reviews|separations|ending)/,
    states: explainStates,
  },
  { name: 'audit', title: 'Audit', addresses: /^\/(audit|changes|emergencies)/, states: auditStates },
  { name: 'settings', title: 'Settings', addresses: /^\/settings/, states: settingsStates },
  { name: 'account', title: 'My account and the token inspector', addresses: /^\/(me|inspect)/ },
  { name: 'sign-in', title: 'Sign-in pages', addresses: guests, guest: true },
  { name: 'member', title: 'A member', states: memberStates, as: 'Maya Lindqvist' },
  { name: 'auditor', title: 'An auditor', states: auditorStates, as: 'Priya Raghunathan' },
];

/** A sheet that shows addresses of all places in one variant. */
interface Variant {
  readonly name: string;
  readonly title: string;
  /** Matches the addresses that the sheet shows. Default: all. */
  readonly shows?: RegExp;
}

/** One address of each place, for sizes and texts that the tests measure on all screens. */
const some =
  /^\/($|inbox$|users$|users\/:user\?tab=access|groups$|applications\/:application\?tab=(overview|roles|grants)|explain\?ask=may&user=:user|audit\?tab=changes|settings\/policy|me\?tab=profile|sign-in)/;

export const variants: readonly Variant[] = [
  { name: 'german', title: 'German' },
  { name: 'right-to-left', title: 'Right to left, in the pseudo-language', shows: some },
  { name: 'sizes', title: '2560 px and 320 px', shows: some },
  { name: 'loading', title: 'While every answer is late' },
  { name: 'failing', title: 'After every call has failed' },
  {
    name: 'print',
    title: 'Printed pages',
    shows: /^\/(users\/:user\?tab=access|reviews\/:review|audit\?tab=changes)/,
  },
  { name: 'long-names', title: 'Names of 200 characters', shows: some },
];

/** Whether a sheet of a variant shows an address. */
export const isIn = (variant: string, label: string): boolean =>
  variants.some(({ name, shows }) => name === variant && (shows === undefined || shows.test(label)));

/** Addresses with these names are the readable form for the index. */
export const namedObjects: ShownObjects = {
  user: ':user',
  otherUser: ':otherUser',
  group: ':group',
  application: ':application',
  role: ':role',
  permission: ':permission',
  permissionName: ':permissionName',
  otherPermissionName: ':otherPermissionName',
  review: ':review',
  changeSet: 1,
};

/** An address of the list, and its readable form. */
interface Addressed {
  readonly label: string;
  readonly address: string;
}

/** Returns every address of the list, in its readable form and with the given objects. */
export function addressesOf(shown: ShownObjects): readonly Addressed[] {
  const readable = Object.values(screenAddresses(namedObjects)).flat();
  const real = Object.values(screenAddresses(shown)).flat();
  return [
    ...readable.map((label, place) => ({
      label: label.replace('/changes/1', '/changes/:changeSet').replace(/from=.*/, 'from=:yesterday'),
      address: real[place] ?? label,
    })),
    ...guestAddresses.map((address) => ({ label: address.replace('gone', ':token'), address })),
    { label: '/sign-in/:uid', address: '/sign-in/' },
  ];
}

/** A row of a sheet. */
interface Entry extends Addressed {
  readonly open: Opening;
}

/** Returns the rows of a sheet: its addresses, then its states. */
export function entriesOf({ addresses, states, guest }: Sheet, view: View, shown: ShownObjects): readonly Entry[] {
  const { page } = view;
  const whole = async (address: string) => {
    await page.goto(address === '/sign-in/' ? '/' : address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await settled(page);
  };
  const listed = addressesOf(shown)
    .filter(({ label }) => addresses?.test(label))
    .map(({ label, address }): Entry => {
      const open: Opening = guest ? (width) => (width === 390 ? Promise.resolve() : whole(address)) : view.at(address);
      return { label, address, open };
    });
  const others = Object.entries(states?.(view) ?? {}).map(([label, open]): Entry => ({ label, address: '', open }));
  return [...listed, ...others];
}

/** Names the states without opening them. */
const anyView = { id: () => '', at: () => () => {}, ledger: () => () => {} } as unknown as View;

/** Returns the text of docs/screens/README.md. */
export function sheetIndex(): string {
  const parts = sheets.map((sheet) => {
    const names = [...labelsOf(sheet).map((label) => `\`${label}\``), ...Object.keys(sheet.states?.(anyView) ?? {})];
    const lines = names.map((name) => `- ${name}${mockupOf(name.replaceAll('`', ''))}`);
    return `${headOf(sheet)}\n\n${lines.join('\n')}`;
  });
  const others = variants.map((variant) =>
    variant.shows ? `${headOf(variant)}\n\n${labelsOf({ addresses: variant.shows }).join(', ')}` : headOf(variant),
  );
  return `${[introduction, ...parts, ...others].join('\n\n')}\n`;
}

const headOf = ({ name, title }: { readonly name: string; readonly title: string }) =>
  `## ${title}\n\n![${title}](${name}.webp)`;

const introduction = `# Pictures of every screen

\`npm run sheets\` makes these pictures from the sample organisation, and this index. Each row is one address or one state:
1440 px and 390 px, light and dark. Below it is its mockup, if there is one. \`e2e/screens/sheets.ts\` lists the rows and says how each
screen differs from its mockup. A screen that is in no sheet fails a test.`;

function mockupOf(label: string): string {
  const beside = besides[label];
  return beside === undefined ? '' : `. Mockup \`${beside.mockup}\`: ${beside.verdict}`;
}

/** Returns the readable addresses that a sheet shows. */
const labelsOf = ({ addresses }: Pick<Sheet, 'addresses'>): readonly string[] =>
  addressesOf(namedObjects).flatMap(({ label }) => (addresses?.test(label) ? [label] : []));

export const isGuest = (label: string): boolean => guests.test(label);
