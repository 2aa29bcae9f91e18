'use client';

import type { AccessRequest, OwnDecision } from '@licet/client';
import { useContext, useState } from 'react';
import { AccessContext } from '../access-provider.ts';
import type { Language } from '../language.ts';
import { useAccessOf } from '../use-access-of.ts';
import type { Subject } from './denied-button.tsx';
import { type RefusalState, reasonOf, stateOf } from './state-of.ts';
import { useRefusal } from './use-refusal.ts';
import { useWords, type Words } from './words.ts';

/** The texts of a refusal in the user's language. */
export interface DeniedTexts {
  /** The BCP 47 tag of the language, for the attribute `lang`. */
  readonly language: string;
  readonly title: string;
  /** The reason for the refusal, and the roles that include the permission. */
  readonly reason: string;
  /** The state of the user's request, or who decides. Empty if there is nothing to say. */
  readonly status: string;
  /** The labels of buttons and fields. */
  readonly labels: Pick<Words, 'ask' | 'asking' | 'askAgain' | 'close' | 'signIn' | 'tryAgain' | 'why' | 'withdraw'>;
  /** Returns a duration such as “2 hours”. */
  readonly lasting: (seconds: number) => string;
}

export interface DeniedParts {
  readonly state: RefusalState | 'signed-out';
  /** Undefined while a translation is loading. */
  readonly texts: DeniedTexts | undefined;
  readonly decision: OwnDecision | undefined;
  readonly request: AccessRequest | null;
  /** Whether an action is running. */
  readonly busy: boolean;
  /** Why the last action failed. Empty if it did not. */
  readonly problem: string;
  /**
   * Requests access, with a reason for the approvers.
   * @param seconds the duration from the approval
   * @returns whether the request was sent; `problem` says why not
   */
  readonly ask: (reason: string, seconds: number) => Promise<boolean>;
  /** Withdraws the pending request. */
  readonly withdraw: () => Promise<boolean>;
  /** Loads the decision again. */
  readonly reload: () => void;
  /** Undefined if the source has no sign-in. */
  readonly signIn: (() => Promise<void>) | undefined;
}

export interface DeniedOptions {
  /** Tells approvers where the user made the request. Default: the page's title. */
  readonly place?: string | undefined;
  readonly language?: Language | undefined;
  /** Whether the explanation is shown. Only then, the decision is requested. Default: `true`. */
  readonly shown?: boolean | undefined;
}

/**
 * The state, texts and actions of a refusal, for an application that renders its own elements.
 *
 * @example
 * const { state, texts, ask, problem } = useDenied({ permission: 'invoices.refund' });
 */
export const useDenied = (subject: Subject, { place, language, shown = true }: DeniedOptions = {}): DeniedParts => {
  const store = useContext(AccessContext);
  const access = useAccessOf(store);
  const refusal = useRefusal(store, subject, { shown, place: () => place ?? document.title.slice(0, 200) });
  const words = useWords({ language, languages: store.languages, reads: shown });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const act = async (work: () => Promise<unknown>, otherwise: string) => {
    if (busy) return false;
    setBusy(true);
    setProblem('');
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(words?.failed(error, otherwise) ?? otherwise);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const { request, decision } = refusal;
  const out = access.status !== 'valid';
  const state = out && !refusal.permitted ? 'signed-out' : stateOf(refusal);
  const title = (texts: Words) =>
    state === 'signed-out' ? texts.out[access.status] : texts.title(decision, refusal.permitted);
  return {
    state,
    decision,
    request,
    busy,
    problem,
    texts: words && {
      language: words.language,
      title: title(words),
      reason: refusal.permitted
        ? words.works(decision?.permitted ? decision.until : null, refusal.now)
        : reasonOf(refusal, words).join(''),
      status: statusOf(state, words, refusal),
      labels: words,
      lasting: words.lasting,
    },
    ask: (reason, seconds) => act(() => refusal.ask({ reason, seconds }), words?.notSent ?? ''),
    withdraw: () => act(async () => request && refusal.withdraw(request), words?.notWithdrawn ?? ''),
    reload: refusal.reload,
    signIn: access.signIn && (() => access.signIn?.() ?? Promise.resolve()),
  };
};

const statusOf = (
  state: DeniedParts['state'],
  words: Words,
  { request, decision, error, now }: ReturnType<typeof useRefusal>,
): string => {
  if (state === 'failed') return words.failed(error, words.unread);
  if (state === 'askable') return decision ? words.deciding(decision) : '';
  if (!request) return '';
  if (state === 'pending') return `${words.asked(request, now)}. ${words.waits(decision)}`;
  if (state === 'approved') return `${words.approved(request, now)}. ${words.onItsWay}`;
  if (state !== 'denied') return '';
  const note = request.decision?.note ?? '';
  return note === '' ? words.refused(request, now) : `${words.refused(request, now)}: ${note}`;
};
