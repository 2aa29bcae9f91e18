import { shownEmail } from '@licet/contract/shown-addresses';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LogOutIcon, MonitorIcon, MoonIcon, SunIcon, UserRoundIcon } from '../ui/icons.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { useTheme } from '../ui/theme.ts';
import { Avatar } from '../ui/who.tsx';
import type { Viewer } from './console-context.ts';
import { words } from './words.ts';

export interface AccountMenuProps {
  viewer: Viewer;
  onSignOut: () => void;
}

/** The menu of the user's own account. */
export function AccountMenu(props: AccountMenuProps): ReactNode {
  const { name } = props.viewer;
  const groups = useAccountGroups(props);
  return (
    <Menu
      label={words.accountOf(name)}
      trigger={
        <button className="top-bar-button account" type="button" aria-label={words.accountOf(name)}>
          <Avatar name={name} size="medium" />
        </button>
      }
      groups={groups}
    />
  );
}

/** The entries of the account: profile, theme, signing out. */
export function useAccountGroups({ viewer, onSignOut }: AccountMenuProps): readonly (readonly MenuEntry[])[] {
  const [theme, chooseTheme] = useTheme();
  const router = useRouter();
  const themes = [
    ['light', SunIcon],
    ['dark', MoonIcon],
    ['system', MonitorIcon],
  ] as const;
  return [
    [
      {
        id: 'me',
        label: viewer.name,
        detail: viewer.email && shownEmail(viewer.email),
        icon: UserRoundIcon,
        onAction: () => router.history.push('/me'),
      },
    ],
    themes.map(([id, icon]) => ({
      id,
      label: words[id],
      icon,
      chosen: theme === id,
      onAction: () => chooseTheme(id),
    })),
    [{ id: 'out', label: words.signOut, icon: LogOutIcon, onAction: onSignOut }],
  ];
}
