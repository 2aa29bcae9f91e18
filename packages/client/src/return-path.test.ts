import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './sign-in.ts';

const back = (path: unknown) => safeReturnPath(path, 'https://ledger.example/callback');

describe('the path after a sign-in', () => {
  it('keeps a deep link with its query and fragment', () => {
    expect(back('/invoices/17?tab=lines&q=%2F%2Fevil#l1')).toBe('/invoices/17?tab=lines&q=%2F%2Fevil#l1');
    expect(back('/callback')).toBe('/callback');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'invoices',
    '',
    null,
    undefined,
    7,
    { toString: () => '/invoices' },
  ])('is the root path for %j', (path) => {
    expect(back(path)).toBe('/');
  });

  it('never contains an authorization response', () => {
    expect(back('/callback?code=x&state=y')).toBe('/');
    expect(back('/other?state=y')).toBe('/other?state=y');
  });
});
