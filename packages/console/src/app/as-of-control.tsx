import type { QueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { dayFrom, dayText, hourText, tenseOf } from '../blocks/tense.ts';
import { AskThenButton, WhenChoice } from '../blocks/when-choice.tsx';
import { asOf, useAsOf } from '../session/as-of.ts';
import { PastBar } from '../shell/top-bar.tsx';
import { pastWords as words } from '../shell/words.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { words as uiWords } from '../ui/words.ts';

/**
 * The elements of the frame that depend on the shown instant: the bar, the button and dialog that choose an instant,
 * and the note on screens that only show the present.
 */
export interface AsOfControl {
  readonly past: ReactNode | undefined;
  readonly onAsOf: () => void;
  readonly dialog: ReactNode;
  readonly note: ReactNode;
}

/** Controls the shown instant, which is stored in the address. */
export function useAsOfControl(): AsOfControl {
  const at = useAsOf();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [choosing, setChoosing] = useState(false);
  const form = useId();
  // A cursor belongs to the instant at which the list was read, so a change of the instant returns to the first page.
  const look = (next: string | undefined) => {
    setChoosing(false);
    void navigate({ to: '.', search: (before) => ({ ...before, at: next, cursor: undefined }) });
  };
  const step = (days: number) => look(at === undefined ? undefined : dayFrom(at, days));
  return {
    past: at !== undefined && (
      <PastBar
        day={dayText(at)}
        time={hourText(at)}
        ahead={tenseOf(at) === 'future'}
        onChoose={() => setChoosing(true)}
        onDayBefore={() => step(-1)}
        onDayAfter={() => step(1)}
        onBackToNow={() => look(undefined)}
      />
    ),
    onAsOf: () => setChoosing(true),
    dialog: choosing && (
      <Dialog
        open
        title={words.another}
        onClose={() => setChoosing(false)}
        foot={
          <>
            <Button onClick={() => setChoosing(false)}>{uiWords.cancel}</Button>
            <AskThenButton form={form} />
          </>
        }
      >
        <WhenChoice at={at} choose={look} id={form} />
      </Dialog>
    ),
    note: at !== undefined && isOfNow(pathname) && (
      <div className="past-note">
        <Callout>
          <b>{words.ofNow}</b> {words.ofNowText}
        </Callout>
      </div>
    ),
  };
}

/** Whether the screen's calls take no instant, so that it always shows the present. */
const isOfNow = (pathname: string) =>
  pathname === '/' ||
  ['/inbox', '/reviews', '/changes', '/differences', '/settings', '/me', '/users/invite'].some((path) =>
    `${pathname}/`.startsWith(`${path}/`),
  );

/** Reads the one parameter that every address may have: the shown instant. */
export function readInstant({ at }: Readonly<Record<string, unknown>>): { at?: string | undefined } {
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return Number.isFinite(time) ? { at: new Date(time).toISOString() } : {};
}

/**
 * Sets the shown instant from an address. If the instant changes, removes the cached responses for the former instant,
 * but keeps the user's identity.
 */
export function lookAsOf(queryClient: QueryClient, search: Readonly<Record<string, unknown>>): void {
  const { at } = readInstant(search);
  if (at === asOf.current()) return;
  asOf.set(at);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
}
