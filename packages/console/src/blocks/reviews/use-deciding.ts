import type { ReviewDecision, ReviewItem } from '@licet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../session/client.ts';
import { asProblem, faultSentence } from '../../ui/problem.ts';
import { showToast } from '../../ui/toast.tsx';
import { useRefresh } from '../use-action.ts';
import { linesQuery, reviewQuery, spokenLine } from './queries.ts';
import { words } from './words.ts';

/** A decision on lines. The request contains the version of each line. */
export type Decided =
  | { readonly decision: 'keep' | 'revoke' }
  | { readonly decision: 'undo' }
  /** Changes only the note of a decision. */
  | { readonly decision: 'note'; readonly note: string }
  | { readonly decision: 'shorten'; readonly ends: string }
  | {
      readonly decision: 'hand on';
      readonly to: { readonly id: string; readonly name: string };
      readonly note: string;
    };

/**
 * The lines of a decision, each with the version that the page showed. When the answer arrives, lines whose decision
 * was refused are removed.
 */
export type Made = Map<number, number>;

const NEXT = {
  keep: 'kept',
  revoke: 'revoked',
  shorten: 'shortened',
  'hand on': 'handed on',
  undo: 'pending',
} as const;

const AT_ONCE = 500;

const progress = [['inbox'], ['reviews', 'list']] as const;

/**
 * Decides review lines without making the reviewer wait:
 * - The page shows a decision immediately. Requests are sent one after another.
 * - A decision applies only to the version that the page showed, so that it does not replace a newer decision of
 *   another reviewer.
 * - If the server refuses a decision, a toast shows the reason and the line returns to its former state.
 * - While a request is pending, the browser asks before it closes the page, because the decision would be lost.
 */
export function useDeciding(review: string): {
  readonly decide: (lines: readonly number[], decided: Decided) => Made;
  /** Undoes the viewer's decision, unless a newer decision has replaced it. */
  readonly takeBack: (made: Made) => void;
  readonly sending: boolean;
} {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const last = useRef(Promise.resolve());
  /** The version that each of the viewer's own decisions made, by the line and its version before the decision. */
  const own = useRef(new Map<string, number>());
  const [unsent, setUnsent] = useState(0);
  const sending = unsent > 0;
  useEffect(() => {
    if (!sending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [sending]);
  const key = linesQuery(review).queryKey;
  const known = () => queryClient.getQueryData(key) ?? [];
  const write = (items: readonly ReviewItem[]) => {
    const byLine = new Map(items.map((item) => [item.line, item]));
    queryClient.setQueryData(key, (lines) => lines?.map((line) => byLine.get(line.line) ?? line));
  };

  /** Returns the version of a line after all of the viewer's own decisions that followed this version. */
  const madeOf = (line: number, version: number): number => {
    const next = own.current.get(`${line} ${version}`);
    return next === undefined ? version : madeOf(line, next);
  };

  const send = async (made: Made, decided: Decided) => {
    // Send the version that the user saw, or the one that an earlier decision in the queue made of it. If another
    // reviewer has decided meanwhile, the server then refuses the decision.
    const versions = known().flatMap((item) => {
      const shown = made.get(item.line);
      return shown === undefined ? [] : { ...item, version: madeOf(item.line, shown) };
    });
    const params = { review };
    let at = 0;
    try {
      for (; at < versions.length; at += AT_ONCE) {
        const some = versions.slice(at, at + AT_ONCE);
        const { items, refused, counts } =
          decided.decision === 'undo'
            ? await client.reviews.undo({
                params,
                body: { lines: some.map(({ line, version }) => ({ line, version })) },
              })
            : await client.reviews.decide({ params, body: { decisions: some.map((line) => asked(line, decided)) } });
        const sent = new Map(some.map(({ line, version }) => [line, version]));
        for (const { line } of refused) {
          sent.delete(line);
          made.delete(line);
        }
        // The answer also contains refused lines. Another reviewer may have made their versions.
        for (const { line, version } of items) {
          const before = sent.get(line);
          if (before !== undefined) own.current.set(`${line} ${before}`, version);
        }
        write(items.map(spokenLine));
        queryClient.setQueryData(reviewQuery(review).queryKey, (before) => before && { ...before, counts });
        for (const { line, why: _, ...fault } of refused.slice(0, 2))
          showToast({ text: words.refused(line, faultSentence(fault)), tone: 'no' });
        if (refused.length > 0) await refresh();
      }
    } catch (thrown) {
      for (const { line } of versions.slice(at)) made.delete(line);
      showToast({ text: asProblem(thrown).detail ?? asProblem(thrown).title, tone: 'no' });
      await refresh();
    }
  };

  const queue = (made: Made, decided: Decided) => {
    write(known().flatMap((line) => (made.has(line.line) ? shownAs(line, decided) : [])));
    setUnsent((before) => before + 1);
    const sent = last.current
      .then(() => send(made, decided))
      .finally(() => {
        setUnsent((before) => before - 1);
        // The Inbox and the list of reviews show the progress.
        if (last.current === sent) for (const queryKey of progress) void queryClient.invalidateQueries({ queryKey });
      });
    last.current = sent;
    return made;
  };
  return {
    decide: (lines, decided) => {
      const numbers = new Set(lines);
      const items = known().filter(({ line }) => numbers.has(line));
      return queue(new Map(items.map(({ line, version }) => [line, version])), decided);
    },
    takeBack: (made) => void queue(made, { decision: 'undo' }),
    sending,
  };
}

function asked(item: ReviewItem, decided: Exclude<Decided, { decision: 'undo' }>): ReviewDecision {
  const { line, version } = item;
  if (decided.decision === 'note') return { ...asked(item, asDecided(item)), note: decided.note };
  if (decided.decision === 'shorten') return { line, version, decision: 'shorten', ends: decided.ends };
  if (decided.decision !== 'hand on') return { line, version, decision: decided.decision };
  const { to, note } = decided;
  return { line, version, decision: 'hand on', to: to.id, ...(note !== '' && { note }) };
}

const asDecided = ({ state, shortenTo }: ReviewItem): Exclude<Decided, { decision: 'undo' }> =>
  state === 'shortened' && shortenTo !== null
    ? { decision: 'shorten', ends: shortenTo }
    : { decision: state === 'revoked' ? 'revoke' : 'keep' };

/**
 * Returns the line as it will be after the decision. Keeps its version, because the request must contain the server's
 * version.
 */
const shownAs = (line: ReviewItem, decided: Decided): ReviewItem =>
  decided.decision === 'note'
    ? { ...line, note: decided.note }
    : {
        ...line,
        state: NEXT[decided.decision],
        shortenTo: decided.decision === 'shorten' ? decided.ends : null,
        handedTo: decided.decision === 'hand on' ? decided.to : null,
        note: decided.decision === 'hand on' ? decided.note : '',
      };
