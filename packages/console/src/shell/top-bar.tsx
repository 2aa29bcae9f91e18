import { shownEmail } from '@licet/contract/shown-addresses';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Mark, Word } from '../ui/brand.tsx';
import {
  CalendarClockIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ClockIcon,
  HistoryIcon,
  LogOutIcon,
  MonitorIcon,
  MoonIcon,
  SearchIcon,
  SunIcon,
  UserRoundIcon,
} from '../ui/icons.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { Menu } from '../ui/menu.tsx';
import { useTheme } from '../ui/theme.ts';
import { Avatar } from '../ui/who.tsx';
import type { Viewer } from './console-context.ts';
import { changesEntry, mayFind, useNavCounts } from './navigation.ts';
import { pastWords, words } from './words.ts';
import './top-bar.css';

export interface TopBarProps {
  viewer: Viewer;
  onFind: () => void;
  onSignOut: () => void;
  /** Replaces the search while another instant is shown. */
  past?: ReactNode;
  /** Opens the dialog that chooses an instant. Without it, the button “Now” is hidden. */
  onAsOf?: (() => void) | undefined;
}

/** The top bar: home link, palette, shown instant, account. */
export function TopBar({ viewer, onFind, onSignOut, past, onAsOf }: TopBarProps): ReactNode {
  const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <header className="top-bar">
      <Link className="brand" to="/" aria-label={words.home}>
        <Mark />
        <Word />
      </Link>
      {past ?? (
        <button
          className="search"
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={onFind}
        >
          <SearchIcon />
          <span>{mayFind(viewer) ? words.find : words.findScreen}</span>
          <KeyHint hidden keys={[apple ? '⌘ K' : words.findKeys]} />
        </button>
      )}
      <div className="top-bar-end">
        {onAsOf && past === undefined && (
          <button className="top-bar-button" type="button" aria-haspopup="dialog" onClick={onAsOf}>
            <ClockIcon />
            <span className="now-word">
              {words.now}
              <span className="visually-hidden">{words.anotherDay}</span>
            </span>
          </button>
        )}
        {past === undefined && changesEntry.may?.(viewer) && <DraftMark />}
        <AccountMenu viewer={viewer} onSignOut={onSignOut} />
      </div>
    </header>
  );
}

/** The number of changes in the draft. Links to the screen with the draft and the applied change sets. */
function DraftMark(): ReactNode {
  const count = useNavCounts()[changesEntry.to] ?? 0;
  return (
    <Link className="top-bar-button" to="/changes" title={words.screenTitles.changes}>
      <changesEntry.icon />
      <span className="visually-hidden">{words.draft(count)}</span>
      {count > 0 && (
        <span className="count active" aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
}

function AccountMenu({ viewer, onSignOut }: Pick<TopBarProps, 'viewer' | 'onSignOut'>): ReactNode {
  const [theme, chooseTheme] = useTheme();
  const router = useRouter();
  return (
    <Menu
      label={words.accountOf(viewer.name)}
      trigger={
        <button className="top-bar-button account" type="button" aria-label={words.accountOf(viewer.name)}>
          <Avatar name={viewer.name} size="medium" />
        </button>
      }
      groups={[
        [
          {
            id: 'me',
            label: viewer.name,
            detail: viewer.email && shownEmail(viewer.email),
            icon: UserRoundIcon,
            onAction: () => router.history.push('/me'),
          },
        ],
        [
          {
            id: 'light',
            label: words.light,
            icon: SunIcon,
            chosen: theme === 'light',
            onAction: () => chooseTheme('light'),
          },
          {
            id: 'dark',
            label: words.dark,
            icon: MoonIcon,
            chosen: theme === 'dark',
            onAction: () => chooseTheme('dark'),
          },
          {
            id: 'system',
            label: words.system,
            icon: MonitorIcon,
            chosen: theme === 'system',
            onAction: () => chooseTheme('system'),
          },
        ],
        [{ id: 'out', label: words.signOut, icon: LogOutIcon, onAction: onSignOut }],
      ]}
    />
  );
}

interface PastBarProps {
  /** The day in words: "Tuesday 3 March 2026". */
  day: string;
  /** The time and the zone: "14:00, Oslo". */
  time: string;
  /** Whether the instant is in the future, so that scheduled access is shown. */
  ahead?: boolean;
  onChoose: () => void;
  onDayBefore: () => void;
  onDayAfter: () => void;
  onBackToNow: () => void;
}

/** The content of the top bar while a past or future instant is shown. `Frame` receives it as `past`. */
export function PastBar({
  day,
  time,
  ahead = false,
  onChoose,
  onDayBefore,
  onDayAfter,
  onBackToNow,
}: PastBarProps): ReactNode {
  return (
    <div className="past">
      <HistoryIcon />
      <b>{day}</b>
      <div className="step">
        <button className="top-bar-button" type="button" aria-label={pastWords.before} onClick={onDayBefore}>
          <ChevronLeftIcon />
        </button>
        <button className="when" type="button" aria-haspopup="dialog" title={pastWords.choose} onClick={onChoose}>
          <CalendarClockIcon />
          {time}
        </button>
        <button className="top-bar-button" type="button" aria-label={pastWords.after} onClick={onDayAfter}>
          <ChevronRightIcon />
        </button>
      </div>
      <span className="hide-on-phone hide-when-narrow">{ahead ? pastWords.readOnlyAhead : pastWords.readOnly}</span>
      <button className="back" type="button" onClick={onBackToNow}>
        {pastWords.back}
      </button>
    </div>
  );
}
