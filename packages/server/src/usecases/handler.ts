import type { Call, Calls } from '@licet/contract';
import type * as z from 'zod';
import type { Context } from './context.ts';

type Output<C, K extends 'params' | 'query' | 'body'> = C extends { readonly [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** The validated input of a call. */
export interface Input<C extends Call> {
  readonly params: Output<C, 'params'>;
  readonly query: Output<C, 'query'>;
  /** A text comes in pieces, while it is read. */
  readonly body: C extends { readonly bodyType: 'text/plain' } ? AsyncIterable<string> : Output<C, 'body'>;
  /** The version in `If-Match`, when one was sent. */
  readonly ifMatch: number | undefined;
  /** The number in `Last-Event-ID`, when one was sent (HTML Standard section 9.2.4). */
  readonly lastEventId?: number | undefined;
}

/** What a handler answers: the reply of the contract, the lines of a stream, or nothing. */
export type Reply<C extends Call> = C extends { readonly stream: string }
  ? AsyncIterable<string>
  : C extends { readonly reply: infer S extends z.ZodType }
    ? z.input<S>
    : undefined;

/** One use case: authorised by its caller already as far as the contract says; it acts and records. */
export type Handler<C extends Call> = (context: Context, input: Input<C>) => Promise<Reply<C>>;

/** The handlers of a noun: one for every call that the contract declares. */
export type Handlers<Noun extends keyof Calls> = {
  readonly [Verb in keyof Calls[Noun]]: Calls[Noun][Verb] extends infer C extends Call ? Handler<C> : never;
};
