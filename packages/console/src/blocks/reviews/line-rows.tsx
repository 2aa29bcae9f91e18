import type { ReviewItem } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format.ts';
import { ButtonKey } from '../../ui/key-hint.tsx';
import { Path } from '../../ui/path.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { EffectsThen } from '../plan-effects/effects-then.tsx';
import { byActor } from '../recorded.ts';
import { Decision, Holder, LastUsed } from './line-cells.tsx';
import { isOpen, titleOf, whatOf, whyOf } from './lines.ts';
import { linesPlanQuery } from './queries.ts';
import { words } from './words.ts';
import './line-rows.css';

const VIRTUAL_FROM_ROWS = 60;
const ROW_PX = 44;
const REST_MS = 120;

export interface LineRowsProps {
  review: string;
  lines: readonly ReviewItem[];
  /** The line that shows its details and has the keys. */
  current: number | undefined;
  onCurrent: (line: number) => void;
  /** Undefined if the viewer cannot decide now. */
  onDecide: ((line: number, decision: 'keep' | 'revoke') => void) | undefined;
  /** Receives a function that moves the focus to the current line, also if it is not rendered yet. */
  focus: Ref<() => void>;
}

/**
 * The lines of a review, to be decided one after another. Only the current line shows who granted the access and what
 * the holder would lose. Long lists render only the visible rows; the list scrolls with the element `.panel-body`
 * around it.
 */
export function LineRows({ review, lines, current, onCurrent, onDecide, focus }: LineRowsProps): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const wantsFocus = useRef(false);
  const [, again] = useState(0);
  const [margin, setMargin] = useState(0);
  const virtual = lines.length > VIRTUAL_FROM_ROWS;
  const windowed = useVirtualizer({
    count: lines.length,
    getScrollElement: () => list.current?.closest<HTMLElement>('.panel-body') ?? null,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => lines[index]?.line ?? index,
    overscan: 12,
    scrollMargin: margin,
    enabled: virtual,
  });
  useLayoutEffect(() => {
    const around = list.current?.closest('.panel-body');
    if (!around || !list.current) return;
    setMargin(list.current.getBoundingClientRect().top - around.getBoundingClientRect().top + around.scrollTop);
  }, []);
  useImperativeHandle(focus, () => () => {
    wantsFocus.current = true;
    again((count) => count + 1);
  });
  const place = lines.findIndex(({ line }) => line === current);
  const isPlaced = useRef(false);
  // The row may be rendered only after scrolling, so this runs after each render.
  useEffect(() => {
    // When the list appears, scroll to the first open line, which may be below many decided ones.
    if (!isPlaced.current && place >= 0 && (!virtual || margin > 0)) {
      isPlaced.current = true;
      if (virtual) windowed.scrollToIndex(place);
      else list.current?.querySelector(`[data-line="${current}"]`)?.scrollIntoView({ block: 'nearest' });
    }
    if (!wantsFocus.current || place < 0) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-line="${current}"]`);
    if (row) {
      wantsFocus.current = false;
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'nearest' });
    } else windowed.scrollToIndex(place);
  });
  const items = windowed.getVirtualItems();
  const start = virtual ? (items[0]?.index ?? 0) : 0;
  const end = virtual ? (items.at(-1)?.index ?? -1) + 1 : lines.length;
  const before = virtual ? (items[0]?.start ?? margin) - margin : 0;
  const after = virtual ? windowed.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin) : 0;
  return (
    <div className="review-frame">
      {/* Each row says the same to screen readers. */}
      <div className="review-head" aria-hidden="true">
        <span>{words.heads.holder}</span>
        <span>{words.heads.access}</span>
        <span>{words.heads.lastUsed}</span>
      </div>
      <ul className="review-rows" aria-label={words.list} ref={list}>
        {before > 0 && <li aria-hidden="true" style={{ height: before }} />}
        {lines.slice(start, end).map((line, offset) => (
          <LineRow
            key={line.line}
            review={review}
            line={line}
            index={start + offset}
            total={lines.length}
            measure={virtual ? windowed.measureElement : undefined}
            open={line.line === current}
            onOpen={() => onCurrent(line.line)}
            decide={onDecide && ((decision) => onDecide(line.line, decision))}
          />
        ))}
        {after > 0 && <li aria-hidden="true" style={{ height: after }} />}
      </ul>
    </div>
  );
}

interface LineRowProps {
  review: string;
  line: ReviewItem;
  index: number;
  total: number;
  measure: ((row: HTMLElement | null) => void) | undefined;
  open: boolean;
  onOpen: () => void;
  decide: ((decision: 'keep' | 'revoke') => void) | undefined;
}

function LineRow({ review, line, index, total, measure, open, onOpen, decide }: LineRowProps): ReactNode {
  const waits = isOpen(line);
  const kind = line.gives?.kind ?? 'group';
  const what = line.gives?.name ?? line.group?.name ?? '';
  const details = [titleOf(line), line.application?.name].filter(Boolean).join(', ');
  return (
    <li
      className={classNames('review-row', open && 'open', !waits && 'decided')}
      data-line={line.line}
      data-index={index}
      ref={measure}
      tabIndex={-1}
      aria-posinset={index + 1}
      aria-setsize={total}
      {...(open && { 'aria-current': true })}
    >
      <button type="button" className="review-name" aria-expanded={open} onClick={onOpen}>
        <Holder line={line} />
      </button>
      <span title={details || undefined}>
        <Path steps={[{ kind, label: what }]} />
      </span>
      <span className="review-used small nowrap">
        <LastUsed line={line} />
      </span>
      <span className="review-actions">
        {decide && (waits || open) ? (
          <>
            <DecideButton
              letter={open ? 'A' : undefined}
              name={words.keepOf(line.holder.name, what)}
              onPress={() => decide('keep')}
            >
              {words.keep}
            </DecideButton>
            <DecideButton
              letter={open ? 'D' : undefined}
              name={words.revokeOf(line.holder.name, what)}
              onPress={() => decide('revoke')}
            >
              {words.revoke}
            </DecideButton>
          </>
        ) : (
          <>
            <DoneState line={line} />
            {decide && (
              <Button small kind="quiet" aria-label={words.changeOf(line.holder.name, what)} onClick={onOpen}>
                {words.change}
              </Button>
            )}
          </>
        )}
      </span>
      {open && <Why review={review} line={line} decides={decide !== undefined} />}
    </li>
  );
}

interface DecideButtonProps {
  /** The key, on the open line. */
  letter: 'A' | 'D' | undefined;
  name: string;
  onPress: () => void;
  children: string;
}

function DecideButton({ letter, name, onPress, children }: DecideButtonProps): ReactNode {
  return (
    <Button
      small
      aria-label={name}
      {...(letter !== undefined && { 'aria-keyshortcuts': letter })}
      // Ignore the second click of a double click: it would decide the next line.
      onClick={({ detail }) => detail < 2 && onPress()}
    >
      {children}
      {letter !== undefined && <ButtonKey>{letter}</ButtonKey>}
    </Button>
  );
}

/** The decision in the past tense, or the outcome once the review is closed. */
function DoneState({ line }: { line: ReviewItem }): ReactNode {
  const { state, outcome } = line;
  if (outcome !== null || isOpen(line)) return <Decision line={line} />;
  return <Decision line={{ ...line, outcome: state as 'kept' | 'revoked' | 'shortened' }} />;
}

const dayOf = (at: string) => formatDate(new Date(at), { dateStyle: 'long' });

/** Who granted the access, until when, its last use, the suggestion, and what the holder would lose. */
function Why({ review, line, decides }: { review: string; line: ReviewItem; decides: boolean }): ReactNode {
  const { by, since, ends, reason, lastExercised, reportedSince, application, suggestion, note } = line;
  const isRested = useRested(line.line);
  const plan = useQuery({ ...linesPlanQuery(review, [line.line], undefined), enabled: decides && isRested });
  const sentences = [
    words.granted(byActor(by), dayOf(since), ends && dayOf(ends)),
    reason !== '' && words.because(reason),
    lastExercised !== null
      ? words.lastUsed(dayOf(lastExercised))
      : reportedSince !== null
        ? words.neverUsed(dayOf(reportedSince))
        : application && words.notReported(application.name),
    suggestion && words.suggests[suggestion.decision](whyOf(line)),
    note !== '' && words.noted(note),
  ].filter(Boolean);
  return (
    <>
      <p className="review-why">{sentences.join(' ')}</p>
      {decides && (
        <div className="review-effect" aria-live="polite" aria-busy={plan.isFetching}>
          <p>{words.takes(whatOf(line))}</p>
          {plan.data && !plan.isPlaceholderData ? (
            <EffectsThen effects={plan.data.effects} at={plan.data.at} brief />
          ) : plan.error ? (
            <p>{words.unknownEffect}</p>
          ) : (
            <Skeleton width={280} />
          )}
        </div>
      )}
    </>
  );
}

/** Whether the line has been open for a moment, so that moving past a line sends no request. */
function useRested(line: number): boolean {
  const [rested, setRested] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(line), REST_MS);
    return () => clearTimeout(timer);
  }, [line]);
  return rested === line;
}
