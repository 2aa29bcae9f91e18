import { Link, useLocation, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsOf } from '../session/as-of.ts';
import { ClockIcon, MenuIcon } from '../ui/icons.tsx';
import { SheetMenu } from '../ui/menu.tsx';
import { type AccountMenuProps, useAccountGroups } from './account-menu.tsx';
import { isWithin, type NavEntry, useNavCounts } from './navigation.ts';
import { words } from './words.ts';
import './nav.css';

const GROUPS = ['work', 'who', 'answers'] as const;

/** The side navigation, reduced to icons below 1200 px. */
export function Nav({ entries }: { entries: readonly NavEntry[] }): ReactNode {
  const foot = entries.filter((entry) => entry.group === 'foot');
  const groups = GROUPS.map((group) => ({ group, own: entries.filter((entry) => entry.group === group) }));
  return (
    <nav className="nav" aria-label={words.main}>
      {groups
        .filter(({ own }) => own.length > 0)
        .map(({ group, own }) => (
          <ul key={group}>
            {own.map((entry) => (
              <li key={entry.name}>
                <NavLink entry={entry} />
              </li>
            ))}
          </ul>
        ))}
      <div className="nav-foot">
        {foot.map((entry) => (
          <NavLink key={entry.name} entry={entry} />
        ))}
      </div>
    </nav>
  );
}

interface TabBarProps extends AccountMenuProps {
  entries: readonly NavEntry[];
  /** Opens the dialog that chooses an instant. */
  onAsOf: (() => void) | undefined;
}

/** The navigation at the bottom of a phone: up to four entries, and a menu with everything else. */
export function TabBar({ entries, onAsOf, ...account }: TabBarProps): ReactNode {
  const counts = useCountsOfNow();
  return (
    <nav className="tabbar" aria-label={words.mainShort}>
      {entries
        .filter((entry) => entry.phone)
        .map((entry) => (
          <EntryLink key={entry.name} entry={entry}>
            {words.places[entry.name]}
            <Count n={counts[entry.to]} on />
          </EntryLink>
        ))}
      <MoreMenu entries={entries.filter((entry) => !entry.phone)} onAsOf={onAsOf} {...account} />
    </nav>
  );
}

/** The other entries, the choice of a past day, and the account, as a sheet that rises from the bottom. */
function MoreMenu({ entries, onAsOf, ...account }: TabBarProps): ReactNode {
  const router = useRouter();
  const { pathname } = useLocation();
  const accountGroups = useAccountGroups(account);
  const within = entries.some((entry) => isWithin(pathname, entry));
  return (
    <SheetMenu
      label={words.more}
      trigger={
        <button type="button" {...(within && { 'aria-current': 'page' })}>
          <MenuIcon />
          {words.more}
        </button>
      }
      groups={[
        entries.map((entry) => ({
          id: entry.name,
          label: words.places[entry.name],
          icon: entry.icon,
          chosen: isWithin(pathname, entry),
          onAction: () => void router.navigate({ to: asPath(entry.to) }),
        })),
        onAsOf ? [{ id: 'day', label: words.viewAnotherDay, icon: ClockIcon, onAction: onAsOf }] : [],
        ...accountGroups,
      ]}
    />
  );
}

function NavLink({ entry }: { entry: NavEntry }): ReactNode {
  const counts = useCountsOfNow();
  return (
    <EntryLink entry={entry} title={words.places[entry.name]}>
      <span className="nav-text">{words.places[entry.name]}</span>
      <Count n={counts[entry.to]} />
    </EntryLink>
  );
}

/** A link of the navigation. It is marked as current on every screen of its entry, with any URL parameters. */
function EntryLink({ entry, title, children }: { entry: NavEntry; title?: string; children: ReactNode }): ReactNode {
  const { to, icon: Icon } = entry;
  const within = useLocation({ select: ({ pathname }) => isWithin(pathname, entry) });
  return (
    <Link
      to={asPath(to)}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      {...(title !== undefined && { title })}
      {...(within && { 'aria-current': 'page' })}
    >
      <Icon />
      {children}
    </Link>
  );
}

/** The counts, which exist only for the present; empty for another instant. */
function useCountsOfNow(): Readonly<Record<string, number>> {
  const counts = useNavCounts();
  return useAsOf() === undefined ? counts : {};
}

function Count({ n, on }: { n: number | undefined; on?: boolean }): ReactNode {
  if (!n) return null;
  return (
    <span className={on ? 'count active' : 'count'}>
      {n > 99 ? '99+' : n}
      <span className="visually-hidden"> {words.waiting}</span>
    </span>
  );
}

/** The navigation is data, so its paths are plain strings; a test checks that each has a screen. */
function asPath(to: string): '/' {
  return to as '/';
}
