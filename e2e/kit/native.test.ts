import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Browser, claimsOf } from '../../packages/server/src/identity/steps/sign-in.testing.ts';
import { freePort } from '../../scripts/free-port.ts';
import { endAll } from '../end-all.ts';
import { administrator, type RunningLicet } from '../licet.ts';
import { startWithAdministrator } from '../made-once.ts';

let licet: RunningLicet;
let folder: string;

beforeAll(async () => {
  licet = await startWithAdministrator();
  folder = mkdtempSync(join(tmpdir(), 'licet-native-'));
});

afterAll(() => endAll(licet, folder));

test('AppAuth-JS signs in over the loopback address at an unregistered port, and renews its token', async () => {
  const params = { application: 'ledger' };
  await licet.operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const { client, secret } = await licet.operator.clients.create({
    params,
    body: { name: 'Ledger for desktops', kind: 'native', redirectUris: ['http://127.0.0.1/callback'] },
  });
  expect(secret).toBeNull();
  const opened = join(folder, 'opened');
  // This program replaces the system's browser and records the address.
  const path = join(folder, 'xdg-open');
  writeFileSync(path, `#!/bin/sh\nprintf %s "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`);
  chmodSync(path, 0o755);
  const port = await freePort();
  const program = spawn(
    process.execPath,
    [fileURLToPath(new URL('native/program.ts', import.meta.url)), licet.url, client.id, String(port)],
    { env: { ...process.env, PATH: `${folder}:${process.env.PATH}` }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const printed = text(program.stdout);
  try {
    await vi.waitUntil(() => existsSync(opened) || program.exitCode !== null, { timeout: 60_000 });
    const callback = await signInAt(readFileSync(opened, 'utf8'));
    expect(callback).toMatch(`http://127.0.0.1:${port}/callback?code=`);
    expect((await fetch(callback)).status).toBe(200);
    const { first, renewed } = JSON.parse((await printed).trim().split('\n').at(-1) ?? '') as Record<
      string,
      Record<string, string>
    >;
    const claims = claimsOf(first?.access_token ?? '');
    expect([claims.aud, claims.client_id]).toEqual(['ledger', client.id]);
    expect(claimsOf(renewed?.access_token ?? '').sub).toBe(claims.sub);
    expect(renewed?.refresh_token).not.toBe(first?.refresh_token);
  } finally {
    program.kill();
  }
});

/**
 * Signs the administrator in as a browser does.
 * @returns the URL of the last redirect
 */
async function signInAt(address: string): Promise<string> {
  const browser = new Browser(licet.url);
  const page = (await browser.go(address)).headers.get('location') ?? '';
  const answer = await browser.go(page, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: licet.url },
    body: JSON.stringify({ login: administrator.email, password: administrator.password }),
  });
  const { location } = (await answer.json()) as { location: string };
  return (await browser.go(location)).headers.get('location') ?? '';
}
