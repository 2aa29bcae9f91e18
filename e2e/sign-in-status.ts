import { createHash, randomBytes } from 'node:crypto';
import { consoleClientId } from '@licet/contract';
import { Browser } from '../packages/server/src/sign-in/sign-in.testing.ts';

/** What signing in to the console by password answers: its status, or the second factor that is asked for. */
export async function signInStatus(url: string, login: string, password: string): Promise<number | string> {
  const browser = new Browser(url);
  const verifier = randomBytes(32).toString('base64url');
  const asked = new URLSearchParams({
    ...{ client_id: consoleClientId, redirect_uri: `${url}/callback`, response_type: 'code', scope: 'openid' },
    ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' },
    state: 'state',
  });
  const { authorization_endpoint: endpoint } = (await (
    await fetch(`${url}/.well-known/openid-configuration`)
  ).json()) as { authorization_endpoint: string };
  const page = (await browser.go(`${endpoint}?${asked}`)).headers.get('location') ?? '';
  const answer = await browser.go(page, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ login, password }),
  });
  const body = (await answer.json()) as { next?: string | { ways: string[] } };
  // Of a refusal it says what to do next.
  return typeof body.next === 'object' ? body.next.ways.join(', ') : answer.status;
}
