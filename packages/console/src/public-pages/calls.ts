import type { Calls, SignInCalls } from '@licet/contract';
import type { CallReply } from '@licet/contract/client';
import type * as z from 'zod';

// Only types: the public pages do not load the contract's calls.

type InApi = { [Noun in keyof Calls]: Calls[Noun][keyof Calls[Noun]] }[keyof Calls];
type OfSignIn = SignInCalls[keyof SignInCalls];

/** A path with its parameters filled in. */
type Filled<Path extends string> = Path extends `${infer Head}:${string}/${infer Tail}`
  ? `${Head}${string}/${Filled<Tail>}`
  : Path extends `${infer Head}:${string}`
    ? `${Head}${string}`
    : Path;

type Same<One, Other> = [One, Other] extends [Other, One] ? true : false;

/** The call of a method at an address; never if the contract has none. */
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

/** The address, if the contract has a call at it; any other address does not compile. */
export type Known<Method extends string, Address extends string> = [CallAt<Method, Address>] extends [never]
  ? never
  : Address;

export type BodyOf<C> = C extends { readonly body: infer Body extends z.ZodType } ? z.input<Body> : undefined;
export type ReplyOf<C> = CallReply<C>;

/** A call of a started sign-in, by the end of its address. */
export type StepAt<Ending extends string> = CallAt<'POST', `/sign-in/${string}${Ending}`>;
