// @vitest-environment jsdom
import type { NextStep, SignInDetails, StepReply } from '@licet/contract';
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest';
import { ask, type CallAt, type Refused, type ReplyOf, type StepAt } from './send.ts';
import type { SignInStep } from './sign-in-steps.ts';

// The page calls `matchMedia` when it loads, but jsdom has no such function.
vi.hoisted(() => Object.assign(globalThis, { matchMedia: () => ({ matches: false, addEventListener: () => {} }) }));

afterEach(() => {
  vi.unstubAllGlobals();
});

test('an HTML page of a proxy counts as a refusal, even with status 200', async () => {
  vi.stubGlobal('fetch', async () => new Response('<p>Maintenance</p>', { status: 200 }));
  const refused = await ask('GET', '/api/v1/setup').catch((error: Refused) => error);
  expect(refused).toMatchObject({ name: 'Refused', problem: { code: 'internal' } });
});

test('a call with an empty response returns undefined', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  expect(await ask('POST', '/sign-in', { login: 'ada', password: 'x' })).toBeUndefined();
});

// Type checks only: the function is never called, so no request is sent.

declare const step: SignInStep;

test('the types of body and response follow from the address', () => {
  expectTypeOf<ReplyOf<CallAt<'GET', `/sign-in/${string}/details`>>>().toEqualTypeOf<SignInDetails>();
  expectTypeOf<ReplyOf<StepAt<'/code'>>>().toEqualTypeOf<StepReply>();
  expectTypeOf<ReplyOf<StepAt<`/connections/${string}`>>>().toEqualTypeOf<{ location: string }>();
  expectTypeOf<ReplyOf<CallAt<'POST', '/sign-in'>>>().toEqualTypeOf<undefined>();
  expectTypeOf<SignInDetails['next']>().toEqualTypeOf<NextStep | null>();
});

test('an unknown address, a wrong body and an unknown step do not compile', () => {
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
