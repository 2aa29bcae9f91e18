// @vitest-environment jsdom
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiFetch } from './api-fetch.ts';
import { createClock } from './clock.ts';
import { createProver } from './proof.ts';
import { createSession, type Session } from './session.ts';

let address = '';
let held: (response: ServerResponse) => void = () => {};
const server = createServer((_, response) => held(response));
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const never = () => Promise.reject(new Error('not asked for here'));
const payload = btoa(JSON.stringify({ sub: 'u', permissions: [], exp: 4_000_000_000 }));
const tokens = { access: `h.${payload}.s`, refresh: 'r', id: 'i', offset: 0 };
const tokensOf = (sub: string, exp: number) => ({
  ...tokens,
  access: `h.${btoa(JSON.stringify({ sub, permissions: [], exp })).replaceAll('=', '')}.s`,
});

async function signedIn(renewal?: (session: Session) => void) {
  const clock = createClock();
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  const session = createSession({
    store: { read: () => undefined, write: () => {} },
    lists: { known: () => undefined, load: () => new Promise(() => {}) },
    clock,
    signal: new AbortController().signal,
    renew: never,
  });
  session.set(tokens);
  const prover = createProver(async () => pair, clock);
  const renew = async () => (renewal ? renewal(session) : never());
  const bind = createApiFetch({ session, prover, clock, renew, origins: [address] });
  const ask: typeof fetch = (input, init) => bind()(input, init);
  return { session, bind, ask };
}
const arrived = () =>
  new Promise<ServerResponse>((resolve) => {
    held = resolve;
  });

test('aborts a read in progress when the session ends, and rejects it as signed out', async () => {
  const { session, ask } = await signedIn();
  const reached = arrived();
  const asked = ask(`${address}/read`);
  const response = await reached;
  const gone = once(response, 'close');
  session.end();
  await expect(asked).rejects.toMatchObject({ code: 'signed_out' });
  await gone;
  expect(response.writableFinished).toBe(false);
});

test('never sends a read that was still waiting when the session ended', async () => {
  const { session, ask } = await signedIn();
  let sent = false;
  held = (response) => {
    sent = true;
    response.end('{}');
  };
  const asked = ask(`${address}/read`);
  await Promise.resolve();
  session.end();
  await expect(asked).rejects.toMatchObject({ code: 'signed_out' });
  expect(sent).toBe(false);
});

test('reports the result of a change that is in progress when the session ends', async () => {
  const { session, ask } = await signedIn();
  const reached = arrived();
  const asked = ask(`${address}/change`, { method: 'POST', body: '{}' });
  const response = await reached;
  session.end();
  response.end('{"done":true}');
  expect(await (await asked).json()).toEqual({ done: true });
});

test('lets the caller abort a request while the response body is being read', async () => {
  const { ask } = await signedIn();
  const giveUp = new AbortController();
  const reached = arrived();
  const asked = ask(`${address}/read`, { signal: giveUp.signal });
  (await reached).write('{');
  const answer = await asked;
  giveUp.abort(new Error('enough'));
  await expect(answer.json()).rejects.toThrow();
});

test('does not send a change in the name of a user who signed in during the renewal', async () => {
  const { session, ask } = await signedIn((it) => it.set(tokensOf('other', 4_000_000_000)));
  session.set(tokensOf('u', 1));
  let sent = false;
  held = (response) => {
    sent = true;
    response.end('{}');
  };
  await expect(ask(`${address}/change`, { method: 'POST', body: '{}' })).rejects.toMatchObject({ code: 'signed_out' });
  expect(sent).toBe(false);
});

test('does not repeat a refused change in the name of a user who signed in meanwhile', async () => {
  const { ask } = await signedIn((it) => it.set(tokensOf('other', 4_000_000_000)));
  let sent = 0;
  held = (response) => {
    sent += 1;
    response.writeHead(401, { 'www-authenticate': 'DPoP error="invalid_token"' }).end('{}');
  };
  const response = await ask(`${address}/change`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(401);
  expect(sent).toBe(1);
});

const listed = (sub: string) => ({
  ...tokens,
  access: `h.${btoa(JSON.stringify({ sub, permissions_ref: 'list', exp: 4_000_000_000 })).replaceAll('=', '')}.s`,
});

test('a change that waits for a permission list is not sent in the name of a user who signs in meanwhile', async () => {
  const { session, ask } = await signedIn();
  let sent = false;
  held = (response) => {
    sent = true;
    response.end('{}');
  };
  session.set(listed('u'));
  expect(session.current().status).toBe('loading');
  const asked = ask(`${address}/payments`, { method: 'POST', body: '{}' });
  session.set(tokensOf('bob', 4_000_000_000));
  await expect(asked).rejects.toMatchObject({ code: 'signed_out' });
  expect(sent).toBe(false);
});

test('a change on a page that still shows the previous user is not sent in the name of the next user', async () => {
  const { session, ask } = await signedIn();
  const isShown = new Promise<void>((resolve) =>
    session.subscribe(() => session.current().status === 'held' && resolve()),
  );
  session.set(tokensOf('anna', 4_000_000_000));
  await isShown;
  // The page shows Anna while the list of Bob's token loads.
  session.set(listed('bob'));
  expect(session.current().status).toBe('loading');
  const asked = ask(`${address}/payments`, { method: 'POST', body: '{}' });
  session.set(tokensOf('bob', 4_000_000_000));
  await expect(asked).rejects.toMatchObject({ code: 'signed_out' });
});

test('a change that waits for a permission list is sent in the name of the same user', async () => {
  const { session, ask } = await signedIn();
  held = (response) => response.end('{}');
  session.set(listed('u'));
  const asked = ask(`${address}/payments`, { method: 'POST', body: '{}' });
  session.set(tokensOf('u', 4_000_000_000));
  expect((await asked).status).toBe(200);
});

test('a call bound while no user was signed in is not sent in the name of a later user', async () => {
  const { session, bind } = await signedIn();
  session.end();
  const bound = bind();
  session.set(tokensOf('bob', 4_000_000_000));
  await expect(bound(`${address}/read`)).rejects.toMatchObject({ code: 'signed_out' });
});
