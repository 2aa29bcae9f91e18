// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { settingsOf } from './settings.ts';
import { takeAnswer } from './sign-in.ts';

const issuer = 'https://id.example';
const options = { issuer, clientId: 'c', audience: 'ledger', redirectUri: `${location.origin}/auth/callback` };

beforeEach(() => sessionStorage.clear());

/** Simulates the return of the browser from a sign-in that began at a deep link. */
function comeBack(settings: ReturnType<typeof settingsOf>, returnTo: string) {
  sessionStorage.setItem(`${settings.name}?s1`, JSON.stringify({ verifier: 'v', nonce: 'n', returnTo }));
  const answer = new URLSearchParams({ code: 'x', state: 's1', iss: issuer });
  history.replaceState(null, '', `/auth/callback?${answer}`);
  return takeAnswer(settings);
}

describe('a redirect address with its own path', () => {
  test('leads back to the deep link where the sign-in began', () => {
    const answer = comeBack(settingsOf(options), '/invoices/17?tab=lines#l1');
    expect(answer?.returnTo).toBe('/invoices/17?tab=lines#l1');
    expect(location.pathname + location.search + location.hash).toBe('/invoices/17?tab=lines#l1');
  });

  test('keeps its path, without the response parameters, until the browser loads the deep link', () => {
    const answer = comeBack(settingsOf({ ...options, returnBy: 'load' }), '/invoices/17');
    expect(answer?.returnTo).toBe('/invoices/17');
    expect(location.pathname + location.search).toBe('/auth/callback');
  });

  test('leads to the root path if the sign-in began there', () => {
    for (const returnBy of ['popstate', 'load'] as const)
      expect(comeBack(settingsOf({ ...options, returnBy }), '/')?.returnTo).toBe('/');
  });

  test('may be a path of the page’s origin, like the address after sign-out', () => {
    const settings = settingsOf({ ...options, redirectUri: '/auth/callback', postLogoutRedirectUri: '/bye' });
    expect(settings.redirectUri).toBe(`${location.origin}/auth/callback`);
    expect(settings.postLogoutRedirectUri).toBe(`${location.origin}/bye`);
    expect(comeBack(settings, '/invoices/17')?.returnTo).toBe('/invoices/17');
  });

  test('is sent unchanged if it is a full address', () => {
    const address = 'https://ledger.example';
    expect(settingsOf({ ...options, redirectUri: address }).redirectUri).toBe(address);
    expect(settingsOf({ ...options, postLogoutRedirectUri: address }).postLogoutRedirectUri).toBe(address);
  });

  test('accepts a sign-in response only once, and only at its own path', () => {
    const settings = settingsOf(options);
    comeBack(settings, '/');
    history.replaceState(null, '', '/other?code=x&state=s1');
    expect(takeAnswer(settings)).toBeUndefined();
  });
});
