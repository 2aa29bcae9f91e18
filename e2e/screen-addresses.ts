import { type PlannedChange, screens } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { callerFor } from '../examples/ledger/sample/members.ts';
import { idOf, type Organisation } from '../examples/ledger/sample/organisation.ts';
import { administrator } from './licet.ts';

/** The objects whose screens the addresses open. Roles and permissions are those of the application Ledger. */
export interface ShownObjects {
  readonly user: string;
  /** A second user, whose page and access are opened too. */
  readonly otherUser: string;
  readonly group: string;
  readonly application: string;
  readonly role: string;
  readonly permission: string;
  readonly permissionName: string;
  readonly otherPermissionName: string;
  readonly review: string;
  /** The number of an applied change set. */
  readonly changeSet: number;
}

const of = (path: string, tabs: readonly string[]) => tabs.map((tab) => `${path}?tab=${tab}`);

/** Returns the address of every screen and tab of the console, by subject. This is the only list of screens in the tests. */
export const screenAddresses = (shown: ShownObjects) =>
  ({
    users: [
      '/users',
      '/users?sort=username',
      `/users?open=${shown.user}`,
      '/users/invite',
      ...of(`/users/${shown.user}`, ['access', 'groups', 'sessions', 'activity', 'details']),
      `/users/${shown.user}?show=direct`,
      `/users/${shown.otherUser}`,
    ],
    'groups and applications': [
      '/groups',
      ...of(`/groups/${shown.group}`, ['members', 'grants', 'details']),
      '/applications',
      ...of(`/applications/${shown.application}`, ['overview', 'details', 'clients', 'integration', 'usage']),
    ],
    'roles and grants': [
      ...of(`/applications/${shown.application}`, ['permissions', 'roles', 'grants', 'matrix']),
      `/applications/${shown.application}/fewest-roles`,
      `/applications/ledger?tab=roles&open=${shown.role}`,
      `/applications/ledger/roles/${shown.role}`,
      `/applications/ledger?tab=permissions&open=${shown.permission}`,
      '/ending?within=2592000',
    ],
    'Home, the Inbox and reviews': [
      '/',
      '/inbox',
      ...['mine', 'decided'].map((view) => `/inbox?view=${view}`),
      '/reviews',
      `/reviews/${shown.review}`,
      '/emergencies',
      '/separations',
      '/separations?tab=rules',
    ],
    'access and changes': [
      `/explain?ask=may&user=${shown.user}&permission=${shown.permissionName}&application=ledger`,
      `/explain?ask=may&user=${shown.otherUser}&permission=${shown.otherPermissionName}&application=ledger`,
      `/explain?ask=who&permission=${shown.permissionName}&application=ledger`,
      `/differences?user=${shown.user}&from=${new Date(Date.now() - 86_400_000).toISOString()}`,
      '/changes',
      '/changes?tab=applied',
      `/changes/${shown.changeSet}`,
      ...of('/audit', ['changes', 'sign-ins']),
    ],
    'settings and My account': [
      ...['organisation', 'appearance', 'policy', 'connections', 'mail', 'outbox'].map((tab) => `/settings/${tab}`),
      ...of('/me', ['profile', 'credentials', 'access', 'sessions', 'activity']),
      '/inspect',
    ],
  }) satisfies Readonly<Record<string, readonly string[]>>;

/** The screens before the sign-in. The links no longer work, because other tests open links that do. */
export const guestAddresses = [
  '/setup',
  '/invited#token=gone',
  '/set-password#token=gone',
  '/forgot',
  '/verify-email#token=gone',
  '/signed-out',
] as const;

/** Placeholders, for questions about the list itself. */
const anyObjects: ShownObjects = {
  user: 'any',
  otherUser: 'any',
  group: 'any',
  application: 'any',
  role: 'any',
  permission: 'any',
  permissionName: 'any',
  otherPermissionName: 'any',
  review: 'any',
  changeSet: 1,
};

type Subject = keyof ReturnType<typeof screenAddresses>;

/** The subjects of the screens. They name tests before the objects exist. */
export const screenSubjects = Object.keys(screenAddresses(anyObjects)) as readonly Subject[];

/** Returns the paths of the contract's screens that are missing from the lists. */
export function missingScreens(): string[] {
  const listed = [...Object.values(screenAddresses(anyObjects)).flat(), ...guestAddresses, '/sign-in/any'];
  const paths = listed.map((address) => address.replace(/[?#].*/, ''));
  // These addresses redirect to other screens.
  const leadOn = ['/callback', '/requests', '/settings'];
  return Object.values(screens)
    .map(({ path }) => path)
    .filter((path) => !leadOn.includes(path))
    .filter((path) => !paths.some((it) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(it)));
}

/** Returns objects of the sample organisation, and creates a review and a change set there. */
export async function showSample(operator: Client, issuer: string, made: Organisation): Promise<ShownObjects> {
  const [user, otherUser] = [idOf(made.users, 'Maya Lindqvist'), idOf(made.users, 'Tomasz Wójcik')];
  const group = idOf(made.groups, 'Finance');
  const permission = idOf(made.permissions, 'invoices.refund');
  const review = await operator.reviews.open({
    body: {
      name: 'Finance, autumn',
      scope: { kind: 'group', group },
      reviewers: { kind: 'owners' },
      endsAt: new Date(Date.now() + 864_000_000).toISOString(),
      undecided: 'keep',
    },
  });
  const caller = await callerFor(issuer, administrator.email, administrator.password);
  const changes: PlannedChange[] = [
    {
      call: 'grants.create',
      params: { application: 'ledger' },
      body: {
        principal: { kind: 'user', id: otherUser },
        gives: { kind: 'permission', id: permission },
        reason: 'Refunds of the autumn fair.',
      },
    },
  ];
  const { digest } = await caller.plans.make({ body: { changes } });
  const { last: changeSet } = await caller.plans.apply({ body: { changes, digest } });
  return {
    user,
    otherUser,
    group,
    application: 'ledger',
    role: idOf(made.roles, 'ledger/clerk'),
    permission,
    permissionName: 'invoices.refund',
    otherPermissionName: 'invoices.approve',
    review: review.id,
    changeSet,
  };
}
