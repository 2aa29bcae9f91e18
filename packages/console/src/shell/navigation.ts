import type { ScreenName } from '@licet/contract';
import type { IconType } from '../ui/icon.tsx';
import {
  AppWindowIcon,
  ClipboardCheckIcon,
  FileDiffIcon,
  HouseIcon,
  RouteIcon,
  ScrollTextIcon,
  SettingsIcon,
  ShieldCheckIcon,
  UserRoundIcon,
  UsersRoundIcon,
  ZapIcon,
} from '../ui/icons.tsx';
import { InboxIcon } from '../ui/page-icons.tsx';
import type { Viewer } from './console-context.ts';

/** One entry of the navigation. */
export interface NavEntry {
  to: string;
  screen: ScreenName;
  icon: IconType;
  /** Entries of one group stand together; the last group stands at the foot. */
  group: 'work' | 'who' | 'answers' | 'change' | 'foot';
  /** Whether the viewer may open it; without it, everybody. */
  may?: ((viewer: Viewer) => boolean) | undefined;
  /** Paths of other screens that are tabs of it. */
  also?: readonly string[] | undefined;
  /** Among the four of the phone's bar. */
  phone?: boolean | undefined;
}

const mayChangeAccess = (viewer: Viewer): boolean =>
  viewer.ownsAny === true ||
  ['users.manage', 'groups.manage', 'applications.manage', 'grants.manage', 'separations.manage'].some((name) =>
    viewer.may(name),
  );

const emergencies = { to: '/emergencies', screen: 'emergencies', icon: ZapIcon, group: 'work' } as const;

/** Every screen of the navigation; nobody sees more than nine. */
export const navigation: readonly NavEntry[] = [
  { to: '/', screen: 'home', icon: HouseIcon, group: 'work', phone: true },
  { to: '/requests', screen: 'requests', icon: InboxIcon, group: 'work', phone: true },
  // Whoever looks after everything has nine entries without it.
  { ...emergencies, phone: true, may: ({ may, mayTake }) => mayTake === true && !may('settings.manage') },
  {
    to: '/users',
    screen: 'users',
    icon: UserRoundIcon,
    group: 'who',
    phone: true,
    may: (viewer) => viewer.may('users.read'),
  },
  { to: '/groups', screen: 'groups', icon: UsersRoundIcon, group: 'who', may: (viewer) => viewer.may('groups.read') },
  {
    to: '/applications',
    screen: 'applications',
    icon: AppWindowIcon,
    group: 'who',
    may: (viewer) => viewer.may('applications.read') || viewer.ownsAny === true,
  },
  {
    to: '/explain',
    screen: 'explain',
    also: ['/differences', '/inspect'],
    icon: RouteIcon,
    group: 'answers',
    phone: true,
    may: (viewer) => viewer.may('access.read') || viewer.ownsAny === true,
  },
  { to: '/audit', screen: 'audit', icon: ScrollTextIcon, group: 'answers', may: (viewer) => viewer.may('audit.read') },
  {
    // Who reads the audit finds it there.
    to: '/separations',
    screen: 'separations',
    icon: ShieldCheckIcon,
    group: 'answers',
    may: ({ may }) => (may('access.read') || may('separations.manage')) && !may('audit.read'),
  },
  {
    to: '/reviews',
    screen: 'reviews',
    icon: ClipboardCheckIcon,
    group: 'answers',
    may: (viewer) => viewer.may('reviews.manage') || viewer.may('audit.read') || viewer.ownsAny === true,
  },
  {
    to: '/settings',
    screen: 'settings',
    icon: SettingsIcon,
    group: 'foot',
    may: (viewer) => viewer.may('settings.manage'),
  },
];

/** Where the draft's mark in the bar at the top leads, and the palette. */
export const changesEntry: NavEntry = {
  to: '/changes',
  screen: 'changes',
  icon: FileDiffIcon,
  group: 'change',
  may: (viewer) => mayChangeAccess(viewer) || viewer.may('audit.read'),
};

const emergenciesEntry: NavEntry = {
  ...emergencies,
  may: (viewer) =>
    viewer.mayTake === true || viewer.ownsAny === true || viewer.may('audit.read') || viewer.may('grants.manage'),
};

const accountEntry: NavEntry = { to: '/me', screen: 'me', icon: UserRoundIcon, group: 'foot' };

/** What the palette leads to: the navigation, and the screens that have no room there. */
export function paletteEntriesFor(viewer: Viewer): readonly NavEntry[] {
  const entries = entriesFor(viewer, [...navigation, emergenciesEntry, changesEntry, accountEntry]);
  return entries.filter(({ to }, at) => entries.findIndex((entry) => entry.to === to) === at);
}

/** Whether the viewer can find anything but screens. */
export const mayFind = ({ may, ownsAny }: Viewer): boolean =>
  ownsAny === true || ['users.read', 'groups.read', 'applications.read'].some((name) => may(name));

/** The entries this viewer may open, in order. */
export function entriesFor(viewer: Viewer, entries: readonly NavEntry[] = navigation): readonly NavEntry[] {
  return entries.filter((entry) => entry.may?.(viewer) ?? true);
}
