import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Load, startLoad, wrong } from './load.testing.ts';
import { type Line, layLine, namespacesMissing } from './void.testing.ts';
import { readiness, startWorldOver, stranger, type World } from './world.testing.ts';

// A network between a server and its database silently drops every packet, like a firewall, a dead switch or a machine without power.
// Nothing is refused or reset, so only a timeout can tell.
const missing = namespacesMissing();
let world: World<Line>;
let load: Load;

beforeAll(async () => {
  if (missing) return console.log(`Skipped a network that loses everything: ${missing}.`);
  world = await startWorldOver(layLine);
  const operators = () => [world.first, world.second].map(({ running }) => running.operator);
  load = await startLoad({ issuer: world.issuer, operators: () => operators().slice(1) });
  await load.goesWell();
}, 120_000);
afterAll(async () => {
  for (const { wire } of world ? [world.first, world.second] : []) wire.mend();
  await load?.rest();
  await world?.stop();
});

test.skipIf(missing)(
  'after half a minute without packets the affected server reports it, the other continues, and the first recovers',
  async () => {
    const { first: harmed, second: other } = world;
    harmed.wire.lose();
    const since = performance.now();
    await vi.waitUntil(async () => (await readiness(harmed.running.url)) === 503, 15_000);
    console.log(`/readyz said no after ${seconds(since)} s`);
    expect((await fetch(`${harmed.running.url}/healthz`)).status).toBe(200);
    // Requests to the affected server get an answer and do not hang.
    const asked = Array.from({ length: 12 }, async () => {
      const start = performance.now();
      const [status] = await stranger(harmed);
      return { status, seconds: (performance.now() - start) / 1000 };
    });
    load.heard();
    await load.goesWell(5);
    expect(load.heard().filter(wrong)).toEqual([]);
    expect(await readiness(other.running.url)).toBe(200);
    await pause(Math.max(0, 30_000 - (performance.now() - since)));

    harmed.wire.mend();
    const mended = performance.now();
    await vi.waitUntil(async () => (await readiness(harmed.running.url)) === 200, 15_000);
    console.log(`/readyz said yes again after ${seconds(mended)} s`);
    await vi.waitUntil(async () => (await stranger(harmed))[0] === 401, 15_000);
    const answers = await Promise.all(asked);
    console.log(`meanwhile: ${answers.map((it) => `${it.status} after ${it.seconds.toFixed(1)} s`).join(', ')}`);
    expect(answers.filter(({ status }) => ![503, 401].includes(status))).toEqual([]);
    await load.rest();
    await load.expectWhole('after half a minute without a network', harmed.dataDirectory);
  },
);

test.skipIf(missing)(
  'without packets for both servers, each reports it, and users continue with what they had after the repair',
  async () => {
    const servers = [world.first, world.second];
    load.goOn();
    await load.goesWell();
    for (const { wire } of servers) wire.lose();
    for (const { running } of servers) await vi.waitUntil(async () => (await readiness(running.url)) === 503, 15_000);
    await pause(20_000);
    for (const { wire } of servers) wire.mend();
    const mended = performance.now();
    for (const { running } of servers) await vi.waitUntil(async () => (await readiness(running.url)) === 200, 15_000);
    load.heard();
    await load.goesWell(3, 30_000);
    console.log(`all goes well again ${seconds(mended)} s after the network`);
    await load.rest();
    expect(load.heard().filter(wrong)).toEqual([]);
    await load.expectWhole('after both had no network', world.first.dataDirectory);
  },
);

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
