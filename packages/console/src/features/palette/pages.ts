import { type ScreenName, screens } from '@licet/contract';
import type { Viewer } from '../../shell/console-context.ts';
import { isOffered } from '../../shell/navigation.ts';
import { type IconType, InboxIcon } from '../../ui/icon.tsx';
import {
  AppWindowIcon,
  ClipboardCheckIcon,
  ClockIcon,
  FileDiffIcon,
  HistoryIcon,
  HouseIcon,
  RouteIcon,
  ScrollTextIcon,
  SearchIcon,
  SettingsIcon,
  ShieldCheckIcon,
  UserRoundIcon,
  UsersRoundIcon,
  ZapIcon,
} from '../../ui/icons.tsx';

/** A screen that the palette can open. */
export interface PalettePage {
  readonly screen: ScreenName;
  readonly to: string;
  readonly icon: IconType;
}

const icons = {
  inbox: InboxIcon,
  home: HouseIcon,
  users: UserRoundIcon,
  groups: UsersRoundIcon,
  applications: AppWindowIcon,
  explain: RouteIcon,
  differences: HistoryIcon,
  reviews: ClipboardCheckIcon,
  separations: ShieldCheckIcon,
  ending: ClockIcon,
  audit: ScrollTextIcon,
  changes: FileDiffIcon,
  emergencies: ZapIcon,
  settings: SettingsIcon,
  inspect: SearchIcon,
  me: UserRoundIcon,
} as const satisfies Partial<Record<ScreenName, IconType>>;

/** All screens that the viewer is offered, and the emergencies if they may take a role in one. */
export function pagesFor(viewer: Viewer): readonly PalettePage[] {
  return (Object.keys(icons) as (keyof typeof icons)[])
    .filter((screen) => isOffered(screen, viewer) || (screen === 'emergencies' && viewer.mayTake === true))
    .map((screen) => ({ screen, to: screens[screen].path, icon: icons[screen] }));
}
