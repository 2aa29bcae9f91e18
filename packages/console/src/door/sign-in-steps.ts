import { useState } from 'react';
import { ask, isRecord, Refused, textOf } from './send.ts';

/** What is taken as a second factor. */
export type SecondWay = 'totp' | 'passkey' | 'recovery_code';

/** A sign-in under way: what its page may do next. */
export interface SignInStep {
  /** Where its steps are sent, without a slash at the end. */
  readonly address: string;
  /** Sends a step, and goes on with the answer. @throws Refused */
  readonly take: (step: '' | 'code', body: unknown) => Promise<void>;
  /** Goes on with an answer: to the application, or to the next step. Without one nothing happens. */
  readonly goOn: (answer: Record<string, unknown> | undefined) => Promise<void>;
  /** Back to the first step; with `late` because too much time has passed. */
  readonly beginAgain: (late?: 'late') => void;
}

/** The steps of a sign-in. `next` are the ways of the second step, once the first one was right. */
export function useSignInSteps(address: string, details: Record<string, unknown> | undefined) {
  const [next, setNext] = useState<readonly SecondWay[] | null>();
  const [late, setLate] = useState(false);
  const beginAgain = (why?: 'late') => {
    setNext(null);
    setLate(why === 'late');
  };
  const goOn = async (answer: Record<string, unknown> | undefined) => {
    if (!answer) return;
    const ways = waysIn(answer.next);
    if (ways) return setNext(ways);
    location.assign(textOf(answer.location) ?? '/');
    // The page is on its way out: what was pressed stays busy until it is gone.
    await new Promise(() => {});
  };
  const take = async (path: '' | 'code', body: unknown) => {
    try {
      await goOn(await ask('POST', path === '' ? address : `${address}/${path}`, body));
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.code !== 'begin_again') throw error;
      beginAgain('late');
    }
  };
  const step: SignInStep = { address, take, goOn, beginAgain };
  return { step, late, next: next === undefined ? waysIn(details?.next) : (next ?? undefined) };
}

const known: ReadonlySet<unknown> = new Set<SecondWay>(['totp', 'passkey', 'recovery_code']);

function waysIn(next: unknown): readonly SecondWay[] | undefined {
  if (!isRecord(next) || !Array.isArray(next.ways)) return undefined;
  return next.ways.filter((way): way is SecondWay => known.has(way));
}
