// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { createApiFetch } from './api-fetch.ts';
import type { Client } from './client.ts';
import { createClock } from './clock.ts';
import { createLicet } from './create-licet.ts';
import type { Prover } from './proof.ts';
import { createSession } from './session.ts';
import { listeners } from './source.ts';

const code = vi.hoisted(() => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrived, arrive: () => arrive() };
});
vi.mock('./calls.ts', async (original) => {
  await code.arrived;
  return original();
});
const opened = vi.hoisted(() => ({ client: undefined as unknown }));
vi.mock('./client.ts', () => ({ openClient: () => opened.client }));

const tokensOf = (sub: string) => ({
  access: `h.${btoa(JSON.stringify({ sub, permissions: [], exp: 4_000_000_000 })).replaceAll('=', '')}.s`,
  refresh: 'r',
  id: 'i',
  offset: 0,
});

test('a call that waits for its code is not sent in the name of a user who signs in meanwhile', async () => {
  const never = () => Promise.reject(new Error('not expected here'));
  const clock = createClock();
  const session = createSession({
    store: { read: () => undefined, write: () => {} },
    lists: { known: () => undefined, load: never },
    clock,
    signal: new AbortController().signal,
    renew: never,
  });
  const send = vi.fn<Prover['send']>(async () => new Response('{}'));
  const prover = { send } as Partial<Prover> as Prover;
  const origins = ['https://id.example'];
  const fetch = createApiFetch({ session, prover, clock, renew: never, origins });
  opened.client = { session, events: listeners(), fetch } satisfies Partial<Client>;
  const { explain } = createLicet({ issuer: 'https://id.example', clientId: 'c', audience: 'ledger' });
  const question = { permission: 'a.b', reason: 'Credit note 17', seconds: 60 } as const;
  const callAll = () => [
    explain.decision('a.b'),
    explain.decisions?.(['a.b', 'a.c']),
    explain.ask(question),
    explain.withdraw('r'),
    explain.comments?.('r'),
    explain.comment?.('r', 'Please'),
    explain.takeAtOnce?.('keyholder', 'Fire'),
    explain.offersAtOnce?.(),
    explain.catalogue(),
  ];

  session.set(tokensOf('anna'));
  const waiting = Promise.allSettled(callAll());
  session.set(tokensOf('bob'));
  code.arrive();
  for (const outcome of await waiting)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'signed_out' } });
  expect(send).not.toHaveBeenCalled();

  await Promise.allSettled(callAll());
  expect(send).toHaveBeenCalledTimes(9);
});
