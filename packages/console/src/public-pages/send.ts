import type { Calls, SignInCalls } from '@licet/contract';
import type { CallReply } from '@licet/contract/client';
import { useEffect, useState } from 'react';
import type * as z from 'zod';
import { entriesIn, sentenceOf } from '../ui/problem.ts';
import { words as uiWords } from '../ui/words.ts';
import { words } from './words.ts';

/** A refusal in the shape of RFC 9457. */
export interface Refusal {
  code: string;
  title: string;
  detail: string;
  next: string;
  errors: { pointer: string; detail: string }[];
}

/** Thrown if the server refuses a call or is unreachable. The forms read `problem`. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly problem: Refusal;
  constructor(problem: Refusal) {
    super(problem.title);
    this.problem = problem;
  }
}

/**
 * Calls the API with JSON. The contract defines the types of body and reply, and a URL without a call does not compile.
 * The cookie of a started sign-in is bound to the path of that sign-in, so the browser sends it only to URLs below that
 * path.
 * @throws Refused
 */
export const ask: Ask = send;

interface Ask {
  <const Address extends string>(
    method: 'GET',
    address: Known<'GET', Address> & Address,
  ): Promise<ReplyOf<CallAt<'GET', Address>>>;
  <const Address extends string>(
    method: 'POST',
    address: Known<'POST', Address> & Address,
    body: BodyOf<CallAt<'POST', Address>>,
  ): Promise<ReplyOf<CallAt<'POST', Address>>>;
}

/** The untyped form of {@link ask}, for paths that are composed at run time. */
export async function send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<never> {
  const init: RequestInit = {
    method,
    headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
    credentials: path.startsWith('/api/') ? 'omit' : 'same-origin',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const response = await fetch(path, init).catch(() => undefined);
  if (!response) throw new Refused({ ...noAnswer(), errors: [] });
  const answer: unknown = await response.json().catch(() => undefined);
  const { ok, status } = response;
  if (!ok || (status === 200 && !isRecord(answer)))
    throw new Refused(readRefusal(isRecord(answer) ? answer : {}, status));
  return answer as never;
}

/** Whether the failure is temporary, so that a retry may succeed. */
export function isAway({ code }: Refusal): boolean {
  return code === 'unreachable' || code === 'unavailable' || code === 'internal';
}

/** Returns a value of a reply as text; undefined if it is missing, empty or not a string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const noAnswer = () => ({ code: 'unreachable', title: words.noAnswer, detail: words.noAnswerText, next: '' });

/** Reads a refusal of the server, in the reader's language. */
export function readRefusal(answer: Record<string, unknown>, status: number): Refusal {
  const code = textOf(answer.code) ?? 'internal';
  const entry = uiWords.problems[code];
  const detail = textOf(answer.detail);
  const errors = entriesIn(answer);
  const own = sentenceOf(answer, errors);
  return {
    code,
    title: entry?.title ?? textOf(answer.title) ?? words.wrong,
    detail: (own !== detail ? own : (entry?.next ?? detail)) ?? words.noReason(status),
    next: entry?.next ?? textOf(answer.next) ?? '',
    errors,
  };
}

// Import only types: the public pages do not load the contract's code.

type InApi = { [Noun in keyof Calls]: Calls[Noun][keyof Calls[Noun]] }[keyof Calls];
type OfSignIn = SignInCalls[keyof SignInCalls];

/** A path with its parameters filled in. */
type Filled<Path extends string> = Path extends `${infer Head}:${string}/${infer Tail}`
  ? `${Head}${string}/${Filled<Tail>}`
  : Path extends `${infer Head}:${string}`
    ? `${Head}${string}`
    : Path;

type Same<One, Other> = [One, Other] extends [Other, One] ? true : false;

/** The type of the call with this method and URL; `never` if the contract has none. */
export type CallAt<Method extends string, Address extends string> =
  | FoundIn<InApi, Method, Address, '/api/v1'>
  | FoundIn<OfSignIn, Method, Address, ''>;

type FoundIn<C, Method, Address, Root extends string> = C extends {
  readonly method: Method;
  readonly path: infer Path extends string;
}
  ? Same<`${Root}${Filled<Path>}`, Address> extends true
    ? C
    : never
  : never;

/** The URL itself if the contract has a call for it, otherwise `never`, which does not compile. */
export type Known<Method extends string, Address extends string> = [CallAt<Method, Address>] extends [never]
  ? never
  : Address;

export type BodyOf<C> = C extends { readonly body: infer Body extends z.ZodType } ? z.input<Body> : undefined;
export type ReplyOf<C> = CallReply<C>;

/** The type of the call of a started sign-in whose URL ends in `Ending`. */
export type StepAt<Ending extends string> = CallAt<'POST', `/sign-in/${string}${Ending}`>;

/** The state of a call that is made once: pending, its reply, or its refusal. */
export interface ReplyState<Reply> {
  readonly answer?: Reply;
  readonly refusal?: Refusal;
}

/** Makes a call of the contract when the component mounts. */
export function useReply<const Address extends string>(
  method: 'GET',
  address: Known<'GET', Address> & Address,
): ReplyState<ReplyOf<CallAt<'GET', Address>>>;
export function useReply<const Address extends string>(
  method: 'POST',
  address: Known<'POST', Address> & Address,
  body: BodyOf<CallAt<'POST', Address>>,
): ReplyState<ReplyOf<CallAt<'POST', Address>>>;
export function useReply(method: 'GET' | 'POST', address: string, body?: unknown): ReplyState<unknown> {
  const [state, setState] = useState<ReplyState<unknown>>({});
  const sent = body === undefined ? undefined : JSON.stringify(body);
  useEffect(() => {
    let unmounted = false;
    send(method, address, sent === undefined ? undefined : JSON.parse(sent)).then(
      (answer) => !unmounted && setState({ answer }),
      (error: unknown) => !unmounted && error instanceof Refused && setState({ refusal: error.problem }),
    );
    return () => {
      unmounted = true;
    };
  }, [method, address, sent]);
  return state;
}
