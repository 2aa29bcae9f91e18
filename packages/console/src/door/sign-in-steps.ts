import { useState } from 'react';
import { forgetOpen } from './open-sign-in.ts';
import { ask, isRecord, Refused, textOf } from './send.ts';

/** What is taken as a second factor. */
export type SecondWay = 'totp' | 'passkey' | 'recovery_code';

/** What is set up in the middle of a sign-in. */
export type SetUpWay = 'totp' | 'passkey';
export interface SetUp {
  readonly ways: readonly SetUpWay[];
  /** Until when one may go on without; null when one may not. */
  readonly until: string | null;
}

/** What is asked for after the first step. */
export interface NextStep {
  readonly ways: readonly SecondWay[];
  readonly setUp?: SetUp;
}

/** A sign-in under way: what its page may do next. */
export interface SignInStep {
  /** Where its steps are sent, without a slash at the end. */
  readonly address: string;
  /** Asks for something below {@link address}. Where the sign-in is over, the page says so instead of what was asked. @throws Refused */
  readonly ask: (path: string, body: unknown) => Promise<Record<string, unknown>>;
  /** Sends a step, and goes on with the answer. @throws Refused */
  readonly take: (step: StepPath, body: unknown) => Promise<void>;
  /** Goes on with an answer: to the application, or to the next step. Without one nothing happens. */
  readonly goOn: (answer: Record<string, unknown> | undefined) => Promise<void>;
  /** Back to the first step; with `late` because too much time has passed. */
  readonly beginAgain: (late?: 'late') => void;
}

type StepPath = '' | 'code' | 'set-up/later' | 'set-up/passkey' | 'set-up/totp/confirm';

/** The steps of a sign-in. `next` are the ways of the second step, once the first one was right. */
export function useSignInSteps(address: string, details: Record<string, unknown> | undefined) {
  const [next, setNext] = useState<NextStep | null>();
  const [codes, setCodes] = useState<{ codes: readonly string[]; onKept: () => void }>();
  const [late, setLate] = useState(false);
  const [over, setOver] = useState(false);
  const beginAgain = (why?: 'late') => {
    setNext(null);
    setLate(why === 'late');
  };
  const goOn = async (answer: Record<string, unknown> | undefined) => {
    if (!answer) return;
    const wanted = nextIn(answer.next);
    if (wanted) return setNext(wanted);
    const leave = () => {
      forgetOpen();
      location.assign(textOf(answer.location) ?? '/');
    };
    const made = Array.isArray(answer.recoveryCodes) ? answer.recoveryCodes.map(String) : [];
    if (made.length > 0) return setCodes({ codes: made, onKept: leave });
    leave();
    // The page is on its way out: what was pressed stays busy until it is gone.
    await new Promise(() => {});
  };
  const askHere = async (path: string, body: unknown) => {
    try {
      return await ask('POST', path === '' ? address : `${address}/${path}`, body);
    } catch (error) {
      if (isNotFound(error) && (await isGone(address))) setOver(true);
      throw error;
    }
  };
  const take = async (path: StepPath, body: unknown) => {
    try {
      await goOn(await askHere(path, body));
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.code !== 'begin_again') throw error;
      beginAgain('late');
    }
  };
  const step: SignInStep = { address, ask: askHere, take, goOn, beginAgain };
  return { step, late, over, codes, next: next === undefined ? nextIn(details?.next) : (next ?? undefined) };
}

/** Whether the browser has no such sign-in under way, and not only what a step has named is missing. */
const isGone = (address: string): Promise<boolean> => ask('GET', `${address}/details`).then(() => false, isNotFound);

const isNotFound = (error: unknown) => error instanceof Refused && error.problem.code === 'not_found';

const known: ReadonlySet<unknown> = new Set<SecondWay>(['totp', 'passkey', 'recovery_code']);
const canSetUp: ReadonlySet<unknown> = new Set<SetUpWay>(['totp', 'passkey']);

function nextIn(next: unknown): NextStep | undefined {
  if (!isRecord(next) || !Array.isArray(next.ways)) return undefined;
  const ways = next.ways.filter((way): way is SecondWay => known.has(way));
  const { setUp } = next;
  if (!isRecord(setUp) || !Array.isArray(setUp.ways)) return { ways };
  const able = setUp.ways.filter((way): way is SetUpWay => canSetUp.has(way));
  return { ways, setUp: { ways: able, until: textOf(setUp.until) ?? null } };
}
