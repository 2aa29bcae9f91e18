import type { NextStep, SignInDetails, StepReply } from '@licet/contract';
import { expectTypeOf, test } from 'vitest';
import type { CallAt, ReplyOf, StepAt } from './calls.ts';
import type { ask as Ask } from './send.ts';
import type { SignInStep } from './sign-in-steps.ts';

// Only the compiler checks this; no request is sent.

declare const ask: typeof Ask;
declare const step: SignInStep;

test('an address has the body and the reply of its call', () => {
  expectTypeOf<ReplyOf<CallAt<'GET', `/sign-in/${string}/details`>>>().toEqualTypeOf<SignInDetails>();
  expectTypeOf<ReplyOf<StepAt<'/code'>>>().toEqualTypeOf<StepReply>();
  expectTypeOf<ReplyOf<StepAt<`/connections/${string}`>>>().toEqualTypeOf<{ location: string }>();
  expectTypeOf<ReplyOf<CallAt<'POST', '/sign-in'>>>().toEqualTypeOf<undefined>();
  expectTypeOf<SignInDetails['next']>().toEqualTypeOf<NextStep | null>();
});

test('an address without a call, a wrong body and an unknown step do not compile', () => {
  const nothingSent = () => {
    // @ts-expect-error there is no such call
    void ask('GET', '/api/v1/nothing');
    // @ts-expect-error a sign-in has no such address
    void ask('GET', '/sign-in/x/nothing' as `/sign-in/${string}/nothing`);
    // @ts-expect-error the body has another field
    void ask('POST', '/sign-in', { user: 'ada', password: 'x' });
    // @ts-expect-error the code is missing
    void step.take('/code', { remember: true });
    // @ts-expect-error there is no such step
    void step.take('/nothing', {});
  };
  expectTypeOf(nothingSent).returns.toBeVoid();
});
