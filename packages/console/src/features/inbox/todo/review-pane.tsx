import type { Review, ReviewItem } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { byActor } from '../../../blocks/recorded.ts';
import { CloseDialog } from '../../../blocks/reviews/close-dialog.tsx';
import { LineRows } from '../../../blocks/reviews/line-rows.tsx';
import { isOpen, ordered, whatOf } from '../../../blocks/reviews/lines.ts';
import { linesQuery, reviewQuery } from '../../../blocks/reviews/queries.ts';
import { type Made, useDeciding } from '../../../blocks/reviews/use-deciding.ts';
import { useAsOf } from '../../../session/as-of.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { TextLink } from '../../../ui/links.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { isUndoKey, plainKey } from '../../../ui/plain-key.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { EndsAt } from '../../../ui/time.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { GonePane, Pane, type PaneParts, PaneSkeleton } from '../pane.tsx';
import { todoWords, reviewPaneWords as words } from './words.ts';
import './todo.css';

/** The filters of the lines. */
const lineFilters = ['all', 'open', 'unused'] as const;
export type LineFilter = (typeof lineFilters)[number];

const LATELY_MS = 30 * 86_400_000;

interface ReviewPaneProps extends PaneParts {
  id: string;
  /** The review, if the list contains it. */
  row: Review | undefined;
  filter: LineFilter;
  onFilter: (filter: LineFilter) => void;
  /** Keeps this review open when it leaves the list with its last line. */
  onStay: () => void;
  /** Called when a line appears that the viewer did not go to. Must be the same function at each render. */
  onShown: () => void;
}

/** The viewer's lines of a review, decided one after another. */
export function ReviewPane(props: ReviewPaneProps): ReactNode {
  const { id, row, panel, back } = props;
  const asked = useQuery(reviewQuery(id));
  const lines = useQuery(linesQuery(id));
  const review = asked.data ?? row;
  if (!review && asked.error) return <GonePane {...props} />;
  if (!review && asked.error)
    return (
      <Pane label={todoWords.review('')} back={back} panel={panel}>
        <ErrorState small error={asked.error} onRetry={() => void asked.refetch()} />
      </Pane>
    );
  if (!review) return <PaneSkeleton />;
  if (lines.error && !lines.data)
    return (
      <Pane label={review.name} back={back} panel={panel}>
        <ErrorState small error={lines.error} onRetry={() => void lines.refetch()} />
      </Pane>
    );
  if (!lines.data) return <PaneSkeleton />;
  return <Loaded {...props} review={review} lines={lines.data} />;
}

interface LoadedProps extends ReviewPaneProps {
  review: Review;
  lines: readonly ReviewItem[];
}

function Loaded(props: LoadedProps): ReactNode {
  const { review, lines, back, panel, onLater, filter, onFilter } = props;
  const title = todoWords.review(review.name);
  const deciding = useLines(props);
  const { own, open, shown, current, decides } = deciding;
  const [dialog, setDialog] = useState<'finish' | 'keep'>();
  const now = review.state === 'open' && !review.closing;
  const progress = words.decidedOf(own.length - open.length, own.length);
  const finish = () => {
    if (review.mayManage) setDialog('finish');
    else {
      showToast({ text: words.finished(review.name) });
      props.onDecided();
    }
  };
  return (
    <Pane
      label={title}
      back={back}
      panel={panel}
      onLater={onLater}
      undoes={decides}
      wide
      foot={
        now && (
          <>
            <Button
              ref={deciding.finish}
              kind={open.length === 0 ? 'primary' : 'plain'}
              {...(open.length > 0 && { idle: words.decideFirst(open.length) })}
              onClick={finish}
            >
              {words.finish(own.length, review.mayManage)}
            </Button>
            {open.length > 0 && <span className="text-faint small">{words.decideFirst(open.length)}</span>}
          </>
        )
      }
    >
      <div>
        <div className="review-title">
          <h2>{title}</h2>
          <span className="text-faint">
            {words.due} <EndsAt at={review.endsAt} />
            {', '}
            {words.opened(byActor(review.openedBy))}
          </span>
        </div>
        <div className="review-bar">
          <Meter
            label={words.progress}
            value={own.length - open.length}
            max={Math.max(own.length, 1)}
            text={progress}
          />
          <span className="text-muted nowrap" role="status" aria-busy={deciding.sending}>
            {progress}
          </span>
        </div>
      </div>
      <div className="review-show">
        <span className="only-on-phone text-muted">{words.openLines(open.length)}</span>
        <span className="hide-on-phone">
          <SegmentedControl
            label={words.show}
            choices={lineFilters.map((value) => ({
              value,
              label: words.filters[value],
              count: formatNumber(filtered(own, value, noLines).length),
            }))}
            value={filter}
            onChange={onFilter}
          />
        </span>
        <TextLink to="/reviews/$review" params={{ review: review.id }} className="small">
          {words.openReview}
        </TextLink>
        {decides && deciding.used.length > 1 && (
          <span className="push-end hide-on-phone">
            <Button onClick={() => setDialog('keep')}>{words.keepUsed(deciding.used.length)}</Button>
          </span>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="text-muted">{open.length === 0 ? words.allDone : words.none}</p>
      ) : (
        <LineRows
          review={review.id}
          lines={shown}
          current={current}
          onCurrent={deciding.goTo}
          onDecide={decides ? deciding.decide : undefined}
          focus={deciding.focus}
        />
      )}
      {lines.length > own.length && <p className="text-faint small">{words.others(lines.length - own.length)}</p>}
      {dialog === 'finish' && <CloseDialog review={review} onClose={() => setDialog(undefined)} />}
      {dialog === 'keep' && (
        <KeepDialog
          lines={deciding.used}
          onKeep={() => {
            setDialog(undefined);
            deciding.keepUsed();
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Pane>
  );
}

const noLines: ReadonlySet<number> = new Set();

/** @param touched lines decided in this pane, which stay in place */
const filtered = (lines: readonly ReviewItem[], filter: LineFilter, touched: ReadonlySet<number>) =>
  lines.filter(
    (line) =>
      filter === 'all' ||
      (filter === 'open'
        ? isOpen(line) || touched.has(line.line)
        : line.lastExercised === null && line.reportedSince !== null),
  );

interface Deciding {
  own: readonly ReviewItem[];
  open: readonly ReviewItem[];
  shown: readonly ReviewItem[];
  current: number | undefined;
  /** Whether the viewer can decide now. */
  decides: boolean;
  sending: boolean;
  /** The open lines that were used lately. */
  used: readonly ReviewItem[];
  decide: (line: number, decision: 'keep' | 'revoke') => void;
  keepUsed: () => void;
  goTo: (line: number) => void;
  focus: RefObject<(() => void) | null>;
  finish: RefObject<HTMLButtonElement | null>;
}

/** The viewer's lines, the open one, the decisions, and their keyboard shortcuts. */
function useLines({ id, review, lines, panel, filter, onStay, onShown }: LoadedProps): Deciding {
  const own = useMemo(
    () =>
      ordered(
        lines.filter((line) => line.mine),
        'holder',
      ),
    [lines],
  );
  const open = own.filter(isOpen);
  const [touched, setTouched] = useState(noLines);
  // Keep the current line, even if another reviewer decides it, so that no key decides a line that the viewer has not
  // read.
  const [held, hold] = useState<{ readonly line: number; readonly wasOpen: boolean }>();
  const shown = filtered(own, filter, held?.wasOpen ? new Set([...touched, held.line]) : touched);
  const isHeld = shown.some(({ line }) => line === held?.line);
  const first = isHeld ? undefined : shown.find((line) => isOpen(line) && !touched.has(line.line));
  const current = isHeld ? held?.line : first?.line;
  if (current !== held?.line) hold(first && { line: first.line, wasOpen: true });
  const wentTo = useRef<number>(undefined);
  useEffect(() => {
    if (current !== wentTo.current) onShown();
    wentTo.current = current;
  }, [current, onShown]);
  const decides = useAsOf() === undefined && review.state === 'open' && !review.closing;
  const { decide, takeBack, sending } = useDeciding(id);
  const undoable = useRef<Made[]>([]);
  const focus = useRef<() => void>(null);
  const finish = useRef<HTMLButtonElement>(null);
  // The button is rendered anew when it becomes available, so it can get the focus only then.
  const finishes = useRef(false);
  const isLast = open.length === 0;
  useEffect(() => {
    if (!isLast || !finishes.current) return;
    finishes.current = false;
    finish.current?.focus();
  }, [isLast]);
  const lately = useState(() => Date.now() - LATELY_MS)[0];
  const used = open.filter(({ lastExercised }) => lastExercised !== null && Date.parse(lastExercised) > lately);

  const apply = (numbers: readonly number[], decision: 'keep' | 'revoke') => {
    onStay();
    setTouched((before) => new Set([...before, ...numbers]));
    undoable.current.push(decide(numbers, { decision }));
  };
  const goTo = (line: number) => {
    wentTo.current = line;
    hold({ line, wasOpen: own.some((it) => it.line === line && isOpen(it)) });
    focus.current?.();
  };
  const decideOne = (line: number, decision: 'keep' | 'revoke') => {
    apply([line], decision);
    const at = shown.findIndex((it) => it.line === line);
    const isNext = (it: ReviewItem) => it.line !== line && isOpen(it);
    const next = shown.slice(at + 1).find(isNext) ?? shown.find(isNext);
    if (next) goTo(next.line);
    else {
      hold(undefined);
      finishes.current = true;
    }
  };
  const undo = () => {
    // A refused decision has no lines.
    const made = undoable.current.findLast(({ size }) => size > 0);
    const [line] = made?.keys() ?? [];
    if (made === undefined || line === undefined) return;
    undoable.current.splice(undoable.current.indexOf(made));
    takeBack(made);
    goTo(line);
  };
  const step = (by: 1 | -1): boolean => {
    const next = shown[shown.findIndex(({ line }) => line === current) + by];
    if (next) goTo(next.line);
    return next !== undefined;
  };
  useLineKeys(panel, { step, undo: decides ? undo : undefined, enter: () => focus.current?.() });
  return {
    own,
    open,
    shown,
    current,
    decides,
    sending,
    used,
    decide: decideOne,
    keepUsed: () =>
      apply(
        used.map(({ line }) => line),
        'keep',
      ),
    goTo,
    focus,
    finish,
  };
}

interface LineKeys {
  /** Goes to the next or previous line. Returns false at the ends, where the key goes to the next item. */
  step: (by: 1 | -1) => boolean;
  undo: (() => void) | undefined;
  /** Moves the focus to the open line when the pane receives it. */
  enter: () => void;
}

/**
 * While the focus is in the pane, J and K or the arrows go from line to line, and Esc goes back to the list. Ctrl Z
 * undoes the last decision.
 */
function useLineKeys(panel: RefObject<HTMLElement | null>, keys: LineKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const pane = panel.current;
    if (!pane) return;
    const onKey = (event: KeyboardEvent) => {
      const key = plainKey(event);
      const down = key === 'J' || key === 'ARROWDOWN';
      if (down || key === 'K' || key === 'ARROWUP') {
        if (!latest.current.step(down ? 1 : -1)) return;
      } else if (key === 'ESCAPE') document.querySelector<HTMLElement>('[data-item][aria-current]')?.focus();
      else return;
      event.preventDefault();
    };
    const onUndo = (event: KeyboardEvent) => {
      if (!isUndoKey(event) || event.repeat || latest.current.undo === undefined) return;
      event.preventDefault();
      latest.current.undo();
    };
    const onFocus = (event: FocusEvent) => event.target === pane && latest.current.enter();
    pane.addEventListener('keydown', onKey);
    pane.addEventListener('focus', onFocus);
    document.addEventListener('keydown', onUndo);
    return () => {
      pane.removeEventListener('keydown', onKey);
      pane.removeEventListener('focus', onFocus);
      document.removeEventListener('keydown', onUndo);
    };
  }, [panel]);
}

const NAMES_SHOWN = 8;

/** Keeps all lines whose access was used recently, after listing them. */
function KeepDialog({
  lines,
  onKeep,
  onClose,
}: {
  lines: readonly ReviewItem[];
  onKeep: () => void;
  onClose: () => void;
}): ReactNode {
  return (
    <Dialog
      open
      title={words.keepTitle(lines.length)}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" autoFocus onClick={onKeep}>
            {words.keepAll(lines.length)}
          </Button>
        </>
      }
    >
      <ul>
        {lines.slice(0, NAMES_SHOWN).map((line) => (
          <li key={line.line}>
            <bdi>{line.holder.name}</bdi>, {whatOf(line)}
          </li>
        ))}
      </ul>
      {lines.length > NAMES_SHOWN && <p>{words.more(lines.length - NAMES_SHOWN)}</p>}
    </Dialog>
  );
}
