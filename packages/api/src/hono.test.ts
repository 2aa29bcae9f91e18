import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { expect, test } from 'vitest';
import { guard } from './hono.ts';
import { AccessRefused } from './refused.ts';
import type { Verifier } from './verifier.ts';

/** Returns an application with a guarded route whose verifier fails in the given way. */
const guarded = (failure: unknown): Hono => {
  const verifier = {
    dpop: 'when-bound',
    admit: () => {
      throw failure;
    },
  } as unknown as Verifier;
  const app = new Hono();
  app.get('/', guard(verifier).requireAccess(), (context) => context.text('in'));
  return app;
};
const refused = new AccessRefused('forbidden', 'permission', 'This needs “a”.', { permission: 'a' });

test.each([
  ['a refusal', refused, 403, 'forbidden'],
  ['an unexpected error', new Error('a secret'), 503, 'unavailable'],
])('passes %s to onError with its reply and cause, or sends that reply itself', async (_, failure, status, code) => {
  const plain = await guarded(failure).request('/');
  expect([plain.status, await plain.json()]).toEqual([status, expect.objectContaining({ code, status })]);

  const app = guarded(failure);
  const seen: unknown[] = [];
  app.onError((error) => {
    seen.push(error);
    return error instanceof HTTPException ? error.getResponse() : new Response('', { status: 500 });
  });
  const handled = await app.request('/');
  expect([handled.status, Object.fromEntries(handled.headers)]).toEqual([status, Object.fromEntries(plain.headers)]);
  expect(await handled.json()).toMatchObject({ code });
  const [error] = seen as HTTPException[];
  expect(error?.cause).toBeInstanceOf(AccessRefused);
  expect(error?.message).not.toContain('secret');
});

test('blocks a refused request even if onError replaces every response', async () => {
  const app = guarded(refused);
  app.onError(() => new Response('broken', { status: 500 }));
  const response = await app.request('/');
  expect([response.status, await response.text()]).toEqual([500, 'broken']);
});
