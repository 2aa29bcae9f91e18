import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { consoleClientId } from '@licet/contract';
import { Browser } from '../packages/server/src/identity/steps/sign-in.testing.ts';
import { administrator } from './licet.ts';

/**
 * Returns the status of a console sign-in by password, or the required second factor.
 * @param code a code of an authenticator app, posted after the password
 */
export async function signInStatus(
  url: string,
  login: string,
  password: string,
  code?: string,
): Promise<number | string> {
  const browser = new Browser(url);
  const verifier = randomBytes(32).toString('base64url');
  const asked = new URLSearchParams({
    client_id: consoleClientId,
    redirect_uri: `${url}/callback`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state',
  });
  const { authorization_endpoint: endpoint } = (await (
    await fetch(`${url}/.well-known/openid-configuration`)
  ).json()) as { authorization_endpoint: string };
  const page = (await browser.go(`${endpoint}?${asked}`)).headers.get('location') ?? '';
  const post = (location: string, body: object) =>
    browser.go(location, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(body),
    });
  const answer = await post(page, { login, password });
  if (code !== undefined) return (await post(`${page}/code`, { code })).status;
  const body = (await answer.json()) as { next?: string | { ways: string[] } };
  // The response to a correct password can contain the next step.
  return typeof body.next === 'object' ? body.next.ways.join(', ') : answer.status;
}

/** Returns the status of `/readyz`, or undefined without a response. */
export const readiness = async (url: string): Promise<number | undefined> =>
  (await fetch(`${url}/readyz`).catch(() => undefined))?.status;

/** Waits until Licet is ready, and expects that its administrator can sign in. */
export async function comesIn(url: string, log: () => string | Promise<string>): Promise<void> {
  for (const end = performance.now() + 60_000; (await readiness(url)) !== 200; await pause(100))
    if (performance.now() > end) throw new Error(`It was not ready within a minute.\n${await log()}`);
  const status = await signInStatus(url, administrator.email, administrator.password);
  if (status !== 200) throw new Error(`Signing in answered ${status}.\n${await log()}`);
}
