import type { ScreenName } from '@licet/contract';
import { useSyncExternalStore } from 'react';
import { type IconType, InboxIcon } from '../ui/icon.tsx';
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
import type { Viewer } from './console-context.ts';

/** One entry of the navigation. */
export interface NavEntry {
  to: string;
  screen: ScreenName;
  icon: IconType;
  /** Entries of one group are adjacent; the last group is at the foot. */
  group: 'work' | 'who' | 'answers' | 'change' | 'foot';
  /** Whether the user may open the screen; if absent, every user may. */
  may?: ((viewer: Viewer) => boolean) | undefined;
  /** Paths of other screens that are tabs of this screen. */
  also?: readonly string[] | undefined;
  /** Whether the entry is one of the four in the phone's bar. */
  phone?: boolean | undefined;
}

const mayChangeAccess = (viewer: Viewer): boolean =>
  viewer.ownsAny === true ||
  ['users.manage', 'groups.manage', 'applications.manage', 'grants.manage', 'separations.manage'].some((name) =>
    viewer.may(name),
  );

const emergencies = { to: '/emergencies', screen: 'emergencies', icon: ZapIcon, group: 'work' } as const;

/** All entries of the navigation. No user sees more than nine. */
export const navigation: readonly NavEntry[] = [
  { to: '/', screen: 'home', icon: HouseIcon, group: 'work', phone: true },
  { to: '/inbox', screen: 'inbox', icon: InboxIcon, group: 'work', phone: true },
  // Not for full administrators, who already have nine entries.
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
    // The audit screen links to the separations, so viewers who may open it need no entry.
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

/** The entry for the draft, for its button in the top bar and for the palette. */
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

/** The entries of the palette: the navigation, and screens that the navigation leaves out. */
export function paletteEntriesFor(viewer: Viewer): readonly NavEntry[] {
  const entries = entriesFor(viewer, [...navigation, emergenciesEntry, changesEntry, accountEntry]);
  return entries.filter(({ to }, at) => entries.findIndex((entry) => entry.to === to) === at);
}

/** Whether the search can find anything other than screens for the user. */
export const mayFind = ({ may, ownsAny }: Viewer): boolean =>
  ownsAny === true || ['users.read', 'groups.read', 'applications.read'].some((name) => may(name));

/** The entries that this user may open, in order. */
export function entriesFor(viewer: Viewer, entries: readonly NavEntry[] = navigation): readonly NavEntry[] {
  return entries.filter((entry) => entry.may?.(viewer) ?? true);
}

let counts: Readonly<Record<string, number>> = {};
const listeners = new Set<() => void>();

/** Sets the number beside a navigation entry ("/inbox": 3). Zero removes it. */
export function setNavCount(to: string, count: number): void {
  if ((counts[to] ?? 0) === count) return;
  counts = { ...counts, [to]: count };
  for (const listener of listeners) listener();
}

/** The numbers beside the navigation entries, by path. */
export function useNavCounts(): Readonly<Record<string, number>> {
  return useSyncExternalStore(subscribe, () => counts);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
