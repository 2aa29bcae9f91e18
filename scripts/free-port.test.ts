import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

test('free ports are unique, and outside the system’s range for connections', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort));
  expect(new Set(ports).size).toBe(200);
  expect(Math.min(...ports)).toBeGreaterThan(10_080); // The highest port that browsers refuse to open.
  expect(Math.max(...ports)).toBeLessThan(firstOfConnections());
});

test('a program can listen on a free port at any address', async () => {
  for (const host of ['127.0.0.1', '0.0.0.0', 'localhost']) {
    const server = createServer().listen(await freePort(), host);
    await once(server, 'listening');
    server.close();
  }
});

function firstOfConnections(): number {
  if (process.platform !== 'linux') return 49_152; // RFC 6335 section 6.
  return Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/)[0]);
}
