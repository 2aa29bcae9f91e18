import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './return-path.ts';

const origin = 'https://id.example';
const back = (path: unknown) => safeReturnPath(path, origin);

describe('the way back after signing in', () => {
  it('keeps a deep link with its search and fragment', () => {
    expect(back('/applications/ledger?tab=grants&state=active#g1')).toBe(
      '/applications/ledger?tab=grants&state=active#g1',
    );
    expect(back('/users?q=%2F%2Fevil')).toBe('/users?q=%2F%2Fevil');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'users',
    '',
    null,
    undefined,
    7,
    { toString: () => '/users' },
  ])('answers %j with the first page', (path) => {
    expect(back(path)).toBe('/');
  });

  it('does not go back to a page on the way in', () => {
    for (const path of ['/callback?code=x&state=y', '/sign-in/abc', '/setup', '/set-password#token=x', '/sign-in'])
      expect(back(path)).toBe('/');
    expect(back('/setups')).toBe('/setups');
  });
});
