import type { Review, ReviewItem } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { byActor } from '../../blocks/recorded.ts';
import { CloseDialog } from '../../blocks/reviews/close-dialog.tsx';
import { isDecided } from '../../blocks/reviews/lines.ts';
import { linesQuery, reviewQuery } from '../../blocks/reviews/queries.ts';
import { type Decided, useDeciding } from '../../blocks/reviews/use-deciding.ts';
import { usePermission } from '../../session/may.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { formatDate } from '../../ui/format.ts';
import { ClipboardCheckIcon, SearchIcon } from '../../ui/icons.tsx';
import { Crumb } from '../../ui/links.tsx';
import { Split } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Breadcrumbs } from '../../ui/tabs.tsx';
import { useNow } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { HandOnDialog, NoteDialog, ShortenDialog, TakeAwayDialog } from './dialogs.tsx';
import { KeyLegend, type ReviewKey, rowOf, stepFrom, useReviewKeys } from './keys.tsx';
import { LineTools, lineColumns } from './line-columns.tsx';
import { LinePanel } from './line-panel.tsx';
import { arranged, scopeText, shownFirst } from './lines.ts';
import { words as listWords, reviewWords as words } from './words.ts';
import './reviews.css';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { language } from '../../ui/language.ts';
import { saveFile } from '../../ui/save-file.ts';

const route = getRouteApi('/signed-in/reviews/$review');

/** One review: its lines, which can be decided with the keyboard, and the dialog that closes the review. */
export function ReviewScreen(): ReactNode {
  const { review: id } = route.useParams();
  const { data: review, error, refetch } = useQuery(reviewQuery(id));
  const lines = useQuery(linesQuery(id));
  const [closing, setClosing] = useState(false);
  const audits = usePermission('audit.read');
  const crumbs = (
    <Breadcrumbs>
      <Crumb to="/reviews">{listWords.title}</Crumb>
    </Breadcrumbs>
  );
  if (!review)
    return (
      <Page title={listWords.title} crumbs={crumbs}>
        <PageBody>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={6} />}
        </PageBody>
      </Page>
    );
  const tools =
    review.state === 'closed'
      ? (review.mayManage || audits) && <EvidenceButtons review={review} />
      : review.mayManage && <Button onClick={() => setClosing(true)}>{words.close}</Button>;
  return (
    <Page title={review.name} crumbs={crumbs} lead={<Lead review={review} />} tools={tools || undefined}>
      <Lines review={review} lines={lines} />
      {closing && <CloseDialog review={review} onClose={() => setClosing(false)} />}
    </Page>
  );
}

const day = (at: string | null) => formatDate(new Date(at ?? 0), { dateStyle: 'long' });

function Lead({ review }: { review: Review }): ReactNode {
  const now = useNow();
  const { state, closedAt, closedBy, outcome, endsAt } = review;
  if (state === 'closed' && outcome)
    return (
      <>
        {words.closedLead(byActor(closedBy ?? ''), day(closedAt))}{' '}
        {words.outcomeText(outcome.revoked, outcome.shortened, outcome.gone, outcome.undecided)}
      </>
    );
  const hasEnded = new Date(endsAt) < now;
  return `${scopeText(review)}. ${hasEnded ? words.endedLead(day(endsAt)) : words.openLead(day(endsAt))}`;
}

interface LinesProps {
  review: Review;
  lines: { data: readonly ReviewItem[] | undefined; error: unknown; refetch: () => Promise<unknown> };
}

const NONE: readonly ReviewItem[] = [];
const GROUPED_MOST = 150;

function Lines({ review, lines: { data, error, refetch } }: LinesProps): ReactNode {
  const [address, change] = useAddress(route);
  const all = data ?? NONE;
  const show = address.show ?? shownFirst(review);
  const by = address.by ?? 'holder';
  // Lines that were decided here stay visible until the filter changes.
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const shown = useMemo(() => arranged(all, show, by, touched), [all, show, by, touched]);
  const [current, setCurrent] = useState<number>();
  // The line that the last key moved to. React may not have rendered it yet, but the next key must apply to it.
  const ahead = useRef<number>(undefined);
  const goTo = (next: number | undefined) => {
    ahead.current = next;
    setCurrent(next);
  };
  const [opened, setOpened] = useState(false);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<'D' | 'S' | 'H' | 'N'>();
  const { decide, sending } = useDeciding(review.id);
  const at = Math.max(
    0,
    shown.findIndex(({ line }) => line === current),
  );
  const line = shown[at];
  const open = review.state === 'open' && !review.closing;
  const decidesIt = (it: ReviewItem | undefined) => open && it?.mine === true;
  const nowAt = () => shown.find((it) => it.line === ahead.current) ?? line;
  const step = (by: 1 | -1, from = nowAt()) => {
    if (!from) return;
    // The first J opens no other line: it focuses the one that is already open.
    if (ahead.current === undefined && by === 1) rowOf(from.line)?.focus();
    else {
      stepFrom(from.line, by);
      goTo(shown[shown.indexOf(from) + by]?.line ?? from.line);
    }
  };
  /** The lines that a decision applies to: the selected ones, or else the given one. */
  const ableAt = (one: ReviewItem | undefined) => {
    const chosen = picked.size > 0 ? shown.filter((it) => picked.has(String(it.line))) : one ? [one] : [];
    return chosen.filter(decidesIt);
  };
  const able = ableAt(line);
  const several = { review: review.id, lines: able.map((it) => it.line) };

  const apply = (decided: Decided) => {
    setDialog(undefined);
    const lines = ableAt(nowAt());
    const chosen = decided.decision === 'note' ? lines.filter(isDecided) : lines;
    if (chosen.length === 0) return;
    setTouched((before) => new Set([...before, ...chosen.map((it) => it.line)]));
    decide(
      chosen.map((it) => it.line),
      decided,
    );
    setPicked(new Set());
    const [only] = chosen;
    if (picked.size > 0 || !only || decided.decision === 'undo' || decided.decision === 'note') return;
    ahead.current = only.line;
    step(1, only);
  };
  const press = (key: ReviewKey) => {
    const chosen = ableAt(nowAt());
    if (chosen.length === 0) return;
    if (key === 'N') {
      if (chosen.some(isDecided)) setDialog(key);
      else showToast({ text: words.decideFirst(chosen.length), tone: 'no' });
    } else if (key === 'S' || key === 'H') {
      if (key === 'H' || chosen.every(({ kind }) => kind === 'grant')) setDialog(key);
    } else if (key === 'D' && chosen.length > 1) setDialog(key);
    else apply({ decision: ({ A: 'keep', D: 'revoke', U: 'undo' } as const)[key] });
  };
  useReviewKeys(press, step);

  const columns = useMemo(() => lineColumns(new Set(all.map((it) => it.application?.id)).size > 1), [all]);
  const groupOf =
    shown.length <= GROUPED_MOST && by === 'gives'
      ? (it: ReviewItem) => ({ id: it.gives?.id ?? it.group?.id ?? '', head: it.gives?.name ?? it.group?.name ?? '' })
      : undefined;
  return (
    <Split
      phone={opened ? 'panel' : 'list'}
      panel={
        line && (
          <LinePanel
            line={line}
            place={words.line(at + 1, shown.length)}
            decides={decidesIt(line)}
            press={press}
            {...(opened && { onClose: () => setOpened(false) })}
          />
        )
      }
    >
      <LineTools
        review={review}
        items={data}
        sending={sending}
        show={show}
        by={by}
        onShow={(next) => {
          setTouched(new Set());
          change({ show: next }, true);
        }}
        onOrder={(next) => change({ by: next }, true)}
        picked={picked.size > 0 ? able.length : 0}
        notable={picked.size > 0 ? able.filter(isDecided).length : 0}
        press={press}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the line of the row that has the focus is shown beside the table */}
      <div
        className="review-lines"
        onFocus={(event) => {
          const row = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
          if (row !== undefined) goTo(Number(row));
        }}
      >
        <DataTable
          label={words.table}
          columns={columns}
          rows={data === undefined ? undefined : shown}
          rowId={(it) => String(it.line)}
          rowName={(it) => it.holder.name}
          openId={line && String(line.line)}
          onOpen={(it) => {
            goTo(it.line);
            setOpened(true);
          }}
          {...(open && { selection: { picked, onChange: setPicked } })}
          {...(groupOf && { groupOf })}
          error={error}
          onRetry={() => void refetch()}
          empty={<Nothing all={all.length} waiting={show === 'waiting' || show === 'mine'} />}
        />
      </div>
      {open && review.mine.lines > 0 && <KeyLegend decides={able.length > 0} notes={able.some(isDecided)} />}
      {dialog === 'D' && <TakeAwayDialog several={several} onDecide={apply} onClose={() => setDialog(undefined)} />}
      {dialog === 'S' && (
        <ShortenDialog {...(able.length > 1 && { several })} onDecide={apply} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'N' && (
        <NoteDialog note={able.find(isDecided)?.note ?? ''} onDecide={apply} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'H' && <HandOnDialog onDecide={apply} onClose={() => setDialog(undefined)} />}
    </Split>
  );
}

function Nothing({ all, waiting }: { all: number; waiting: boolean }): ReactNode {
  const [title, text] =
    all === 0
      ? [words.emptyTitle, words.emptyText]
      : waiting
        ? [words.allDone, words.allDoneText]
        : [words.noneTitle, words.noneText];
  return (
    <EmptyState icon={waiting ? ClipboardCheckIcon : SearchIcon} title={title}>
      {text}
    </EmptyState>
  );
}

/**
 * Downloads the evidence of a closed review: as a PDF that contains everything, or as CSV with a separate signature.
 */
function EvidenceButtons({ review }: { review: Review }): ReactNode {
  const params = { review: review.id };
  const savePdf = useSaving(async () => {
    const pages = await client.reviews.evidencePdf({ params, query: { language: language === 'de' ? 'de' : 'en' } });
    const name = `review-${review.closedNo}.pdf`;
    saveFile(await pages.blob(), name);
    showToast({ text: words.evidencePdfSaved(name) });
  });
  const saveCsv = useSaving(async () => {
    const evidence = await client.reviews.evidence({ params });
    const bytes = Uint8Array.from(atob(evidence.content), (character) => character.charCodeAt(0));
    saveFile(new Blob([bytes], { type: evidence.type }), evidence.name);
    saveFile(new Blob([`${evidence.signature}\n`], { type: 'application/jose' }), `${evidence.name}.jws`);
    showToast({ text: words.evidenceSaved(evidence.name) });
  });
  return (
    <>
      <Button pending={savePdf.pending} onClick={savePdf.run}>
        {words.evidencePdf}
      </Button>
      <Button pending={saveCsv.pending} onClick={saveCsv.run}>
        {words.evidence}
      </Button>
    </>
  );
}

const useSaving = (save: () => Promise<void>) =>
  useAction(save, (problem) => showToast({ text: problem.detail ?? problem.title, tone: 'no' }));
