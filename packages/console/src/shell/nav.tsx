import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsOf } from '../session/as-of.ts';
import { MenuIcon } from '../ui/icons.tsx';
import { type NavEntry, useNavCounts } from './navigation.ts';
import { words } from './words.ts';
import './nav.css';

const BAR = 4;
const GROUPS = ['work', 'who', 'answers', 'change'] as const;

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
              <li key={entry.to}>
                <NavLink entry={entry} />
              </li>
            ))}
          </ul>
        ))}
      <div className="nav-foot">
        {foot.map((entry) => (
          <NavLink key={entry.to} entry={entry} />
        ))}
      </div>
    </nav>
  );
}

/** The navigation at the bottom of a phone: four entries and “more”. */
export function TabBar({ entries, onMore }: { entries: readonly NavEntry[]; onMore: () => void }): ReactNode {
  const counts = useCountsOfNow();
  return (
    <nav className="tabbar" aria-label={words.mainShort}>
      {entries
        .filter((entry) => entry.phone)
        .slice(0, BAR)
        .map((entry) => (
          <EntryLink key={entry.to} entry={entry}>
            {words.screenTitles[entry.screen]}
            <Count n={counts[entry.to]} on />
          </EntryLink>
        ))}
      <button type="button" onClick={onMore}>
        <MenuIcon />
        {words.more}
      </button>
    </nav>
  );
}

function NavLink({ entry }: { entry: NavEntry }): ReactNode {
  const counts = useCountsOfNow();
  return (
    <EntryLink entry={entry} title={words.screenTitles[entry.screen]}>
      <span className="nav-text">{words.screenTitles[entry.screen]}</span>
      <Count n={counts[entry.to]} />
    </EntryLink>
  );
}

/**
 * A link of the navigation. It is marked as current on its screen and on the screens that are its tabs. URL parameters
 * do not matter.
 */
function EntryLink({
  entry: { to, also, icon: Icon },
  title,
  children,
}: {
  entry: NavEntry;
  title?: string;
  children: ReactNode;
}): ReactNode {
  const within = useLocation({ select: ({ pathname }) => also?.includes(pathname) === true });
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
