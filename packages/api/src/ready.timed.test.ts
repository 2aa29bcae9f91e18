import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { client, startIssuer, type TestIssuer } from './issuer.testing.ts';
import type { VerifierOptions } from './options.ts';
import { createVerifier } from './verifier.ts';

// The tests compare durations of the same run with each other, so that they also pass on a slow machine.

const patience = 250;
let issuer: TestIssuer;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  issuer = await startIssuer();
  ends.push(() => issuer.close());
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function silentAddress(): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the milliseconds until `ready` rejects with that sentence. */
async function rejectsAfter(within: number, sentence: string, changes: Partial<VerifierOptions>): Promise<number> {
  const verifier = createVerifier({ issuer: issuer.url, audience: 'ledger', ...changes });
  ends.push(() => verifier.close());
  const startedAt = performance.now();
  await expect(verifier.ready(within)).rejects.toThrow(sentence);
  return performance.now() - startedAt;
}

test('ready() rejects immediately if another issuer answers', async () => {
  const address = await silentAddress();
  const wrong = `http://localhost:${new URL(issuer.url).port}`;
  const [rejected, waited] = [
    await rejectsAfter(4 * patience, `what answers there is ${issuer.url}`, { issuer: wrong }),
    await rejectsAfter(4 * patience, 'Licet does not answer', { issuer: address }),
  ];
  expect(rejected).toBeLessThan(waited / 2);
});

test('ready() waits for a silent issuer no longer than the given time', async () => {
  const address = await silentAddress();
  const waits = (within: number) => rejectsAfter(within, 'Licet does not answer', { issuer: address });
  const [short, long] = [await waits(patience), await waits(4 * patience)];
  expect(short).toBeLessThan(long / 2);
});

test('ready() waits for the stream of cut-offs no longer than the given time', async () => {
  issuer.broken.set('/api/v1/live/cut-offs', 503);
  const waits = (within: number) =>
    rejectsAfter(within, 'The stream of cut-offs', { client, whenDisconnected: 'refuse' });
  const [short, long] = [await waits(patience), await waits(4 * patience)];
  expect(short).toBeLessThan(long / 2);
});
