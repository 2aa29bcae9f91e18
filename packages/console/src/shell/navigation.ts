import { type LicetPermission, type ScreenName, screens } from '@licet/contract';
import { useSyncExternalStore } from 'react';
import { type IconType, InboxIcon } from '../ui/icon.tsx';
import { AppWindowIcon, HouseIcon, RouteIcon, ScrollTextIcon, SettingsIcon, UserRoundIcon } from '../ui/icons.tsx';
import type { words } from './words.ts';

export type PlaceName = keyof typeof words.places;

/** One entry of the navigation. Its screens share a heading and a row of tabs. */
interface Place {
  name: PlaceName;
  /** In the order of the tabs. */
  screens: readonly ScreenName[];
  icon: IconType;
  /** Entries of one group are adjacent; the last group is at the foot. */
  group: 'work' | 'who' | 'answers' | 'foot';
  /** Whether the entry is in the phone's bar. The others are in its menu “More”. */
  phone?: boolean;
}

/** All entries of the navigation. */
export const places: readonly Place[] = [
  { name: 'inbox', screens: ['inbox'], icon: InboxIcon, group: 'work', phone: true },
  { name: 'home', screens: ['home'], icon: HouseIcon, group: 'work', phone: true },
  { name: 'people', screens: ['users', 'groups'], icon: UserRoundIcon, group: 'who', phone: true },
  { name: 'applications', screens: ['applications'], icon: AppWindowIcon, group: 'who' },
  {
    name: 'access',
    screens: ['explain', 'differences', 'reviews', 'separations', 'ending'],
    icon: RouteIcon,
    group: 'answers',
    phone: true,
  },
  { name: 'audit', screens: ['audit', 'changes', 'emergencies'], icon: ScrollTextIcon, group: 'answers' },
  { name: 'settings', screens: ['settings'], icon: SettingsIcon, group: 'foot' },
];

/** The rights that decide which screens the navigation offers to a user. */
interface Rights {
  may: (permission: LicetPermission) => boolean;
  ownsAny?: boolean | undefined;
}

const readsAccess = ({ may, ownsAny }: Rights) => may('access.read') || ownsAny === true;

/** The rights needed to find content on a screen that the server allows every user to open. */
const finds: Partial<Record<ScreenName, (rights: Rights) => boolean>> = {
  applications: ({ may, ownsAny }) => may('applications.read') || ownsAny === true,
  explain: readsAccess,
  differences: readsAccess,
  ending: readsAccess,
  reviews: ({ may, ownsAny }) => may('reviews.manage') || may('audit.read') || ownsAny === true,
  changes: ({ may, ownsAny }) => ownsAny === true || changing.some((name) => may(name)),
  emergencies: ({ may, ownsAny }) => ownsAny === true || may('audit.read') || may('grants.manage'),
};

/** The permissions to change access, and the one to see who changed it. */
const changing = [
  'users.manage',
  'groups.manage',
  'applications.manage',
  'grants.manage',
  'separations.manage',
  'audit.read',
] as const;

/** Whether the console offers a screen to a user: the contract lets them open it, and they find something there. */
export function isOffered(screen: ScreenName, rights: Rights): boolean {
  const { access } = screens[screen];
  const { may, ownsAny } = rights;
  const mayOpen =
    !('permission' in access) ||
    may(access.permission) ||
    ('or' in access && may(access.or)) ||
    (access.kind === 'permissionOrOwner' && ownsAny === true);
  return mayOpen && (finds[screen]?.(rights) ?? true);
}

/** One entry of the navigation, as a user sees it. */
export interface NavEntry extends Place {
  /** The path of the entry's first screen that the user may open. */
  to: string;
}

/** The entries of the navigation for a user, in order. */
export function entriesFor(rights: Rights): readonly NavEntry[] {
  return places.flatMap((place) => {
    const first = place.screens.find((screen) => isOffered(screen, rights));
    return first === undefined ? [] : [{ ...place, to: screens[first].path }];
  });
}

/** Whether a path belongs to an entry: to one of its screens, or to the page of an object that one of them lists. */
export const isWithin = (pathname: string, { screens: own }: Pick<Place, 'screens'>): boolean =>
  own.some((name) => {
    const { path } = screens[name];
    return pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
  });

/** Whether the search can find anything other than screens for the user. */
export const mayFind = ({ may, ownsAny }: Rights): boolean =>
  ownsAny === true || may('users.read') || may('groups.read') || may('applications.read');

/** Whether any screen has data for the user at another instant. */
export const mayLookBack = (rights: Rights): boolean =>
  mayFind(rights) || rights.may('access.read') || rights.may('audit.read');

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
