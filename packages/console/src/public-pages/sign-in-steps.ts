import type { NextStep, SignInDetails, StepReply } from '@licet/contract';
import { useState } from 'react';
import { forgetOpen } from './remembered.ts';
import { ask, type BodyOf, Refused, type ReplyOf, type StepAt, send } from './send.ts';

/** The path of a sign-in page. */
export type SignInAddress = `/sign-in/${string}`;

/** A started sign-in, with the calls that its page can make. */
export interface SignInStep {
  /** The base path of the sign-in's calls, without a trailing slash. */
  readonly address: SignInAddress;
  /**
   * Makes a call below {@link address}. If the sign-in has ended, the page says so.
   * @throws Refused
   */
  readonly ask: <const Ending extends string>(
    ending: Ending,
    body: BodyOf<StepAt<Ending>>,
  ) => Promise<ReplyOf<StepAt<Ending>>>;
  /**
   * Sends a step, and continues with the reply.
   * @throws Refused
   */
  readonly take: <const Ending extends StepEnding>(ending: Ending, body: BodyOf<StepAt<Ending>>) => Promise<void>;
  /** Continues with a reply: to the application, or to the next step. Does nothing without a reply. */
  readonly goOn: (reply: StepReply | undefined) => Promise<void>;
  /** Returns to the first step. `late`: the time for the second step has expired. */
  readonly beginAgain: (late?: 'late') => void;
}

type StepEnding = '' | '/code' | '/set-up/later' | '/set-up/passkey' | '/set-up/totp/confirm';

/** The steps of a sign-in. After the first step, `next` has the methods of the second one. */
export function useSignInSteps(address: SignInAddress, details: SignInDetails | undefined) {
  const [next, setNext] = useState<NextStep | null>();
  const [codes, setCodes] = useState<{ codes: readonly string[]; onSaved: () => void }>();
  const [late, setLate] = useState(false);
  const [ended, setEnded] = useState(false);
  const beginAgain = (why?: 'late') => {
    setNext(null);
    setLate(why === 'late');
  };
  const goOn = async (reply: StepReply | undefined) => {
    if (!reply) return;
    if ('next' in reply) return setNext(reply.next);
    const leave = () => {
      forgetOpen();
      location.assign(reply.location);
    };
    if (reply.recoveryCodes) return setCodes({ codes: reply.recoveryCodes, onSaved: leave });
    leave();
    // Never resolve, so that the button stays busy until the browser has left the page.
    await new Promise(() => {});
  };
  const askHere = async (ending: string, body: unknown) => {
    try {
      return await send('POST', address + ending, body);
    } catch (error) {
      if (isNotFound(error) && (await hasEnded(address))) setEnded(true);
      throw error;
    }
  };
  const take = async (ending: string, body: unknown) => {
    try {
      await goOn(await askHere(ending, body));
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.code !== 'begin_again') throw error;
      beginAgain('late');
    }
  };
  const step: SignInStep = { address, ask: askHere, take, goOn, beginAgain };
  return { step, late, ended, codes, next: (next === undefined ? details?.next : next) ?? undefined };
}

/**
 * Returns whether a 404 means that this browser has no such started sign-in. A step also returns 404 if one of its own
 * objects is missing.
 */
const hasEnded = (address: SignInAddress): Promise<boolean> =>
  ask('GET', `${address}/details`).then(() => false, isNotFound);

const isNotFound = (error: unknown) => error instanceof Refused && error.problem.code === 'not_found';
