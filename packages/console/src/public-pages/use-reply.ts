import { useEffect, useState } from 'react';
import { type BodyOf, type CallAt, type Known, type Refusal, Refused, type ReplyOf, send } from './send.ts';

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
    let gone = false;
    send(method, address, sent === undefined ? undefined : JSON.parse(sent)).then(
      (answer) => !gone && setState({ answer }),
      (error: unknown) => !gone && error instanceof Refused && setState({ refusal: error.problem }),
    );
    return () => {
      gone = true;
    };
  }, [method, address, sent]);
  return state;
}
