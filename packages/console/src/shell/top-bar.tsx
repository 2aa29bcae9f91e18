import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Mark, Word } from '../ui/brand.tsx';
import {
  CalendarClockIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ClockIcon,
  FileDiffIcon,
  HistoryIcon,
  SearchIcon,
} from '../ui/icons.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { AccountMenu } from './account-menu.tsx';
import type { Viewer } from './console-context.ts';
import { isOffered, mayFind, useNavCounts } from './navigation.ts';
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
          <span className="ellipsis">{searchText(viewer)}</span>
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
        {past === undefined && isOffered('changes', viewer) && <DraftMark />}
        <AccountMenu viewer={viewer} onSignOut={onSignOut} />
      </div>
    </header>
  );
}

/** The text of the search, with an example for users who may grant access. */
function searchText(viewer: Viewer): string {
  if (!mayFind(viewer)) return words.findScreen;
  return viewer.may('grants.manage') || viewer.ownsAny ? words.find : words.findHint;
}

/** The number of changes in the draft, with a link to it; nothing without a draft. */
function DraftMark(): ReactNode {
  const count = useNavCounts()['/changes'] ?? 0;
  if (count === 0) return null;
  return (
    <Link className="top-bar-button" to="/changes" title={words.screenTitles.changes}>
      <FileDiffIcon />
      <span className="visually-hidden">{words.draft(count)}</span>
      <span className="count active" aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
    </Link>
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
