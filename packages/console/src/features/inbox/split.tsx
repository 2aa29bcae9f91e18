import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { ChevronLeftIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import type { InboxAddress } from './address.ts';
import { words } from './words.ts';
import './inbox.css';
import '../../ui/panel.css';

interface InboxSplitProps {
  /** The list. */
  children: ReactNode;
  panel: ReactNode;
  /** Whether a phone shows the list instead of the panel. */
  listFirst: boolean;
}

/** A list with the open item beside it. */
export function InboxSplit({ children, panel, listFirst }: InboxSplitProps): ReactNode {
  return (
    <div className={classNames('split requests', !panel && 'alone', listFirst && 'list-first')}>
      <div className="split-main">{children}</div>
      {panel}
    </div>
  );
}

/** The link back to the list, on a phone, where the details fill the screen. */
export function Back({ search, total, place }: { search: InboxAddress; total: string; place: number }): ReactNode {
  return (
    <div className="request-back only-on-phone">
      <PlainLink
        to="/inbox"
        search={search}
        className="button quiet icon-only"
        aria-label={words.back}
        activeProps={{}}
      >
        <ChevronLeftIcon />
      </PlainLink>
      <b>{words.title}</b>
      {place > 0 && <span className="text-faint push-end">{words.place(place, total)}</span>}
    </div>
  );
}

/**
 * Returns a function that moves the focus to the next item when it opens. If no item opens, the page gets the focus,
 * because the panel closes after the last item.
 */
export function useFocusNext(panel: RefObject<HTMLElement | null>, open: string | undefined): () => void {
  const wanted = useRef(false);
  useEffect(() => {
    const place = open === undefined ? document.getElementById('main') : panel.current;
    if (wanted.current) place?.focus({ preventScroll: true });
    wanted.current = false;
  }, [open, panel]);
  return () => {
    wanted.current = true;
  };
}
