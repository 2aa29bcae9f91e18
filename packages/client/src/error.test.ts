import { afterEach, describe, expect, it, vi } from 'vitest';
import { LicetError, problemOf, reach } from './error.ts';
import { tokensIn } from './tokens.ts';

describe('an error', () => {
  it('says what happened and what to do next', async () => {
    const body = {
      code: 'request_pending',
      title: 'You have asked.',
      detail: 'You asked for it at 9:12.',
      next: 'Wait.',
    };
    const error = await problemOf(Response.json(body, { status: 409 }));
    expect(error).toBeInstanceOf(LicetError);
    expect(error).toMatchObject({ ...body, name: 'LicetError', message: 'You asked for it at 9:12. Wait.' });
  });

  it.each(['', '<html>', 'null', '7', '[]', '{"code":7,"title":{},"detail":null}'])(
    'has a sentence as its message even if the response body is %j',
    async (body) => {
      const error = await problemOf(new Response(body, { status: 502 }));
      expect(error).toMatchObject({ code: 'request_failed', message: 'The answer was 502.' });
    },
  );
});

describe('the error of an unreachable address', () => {
  afterEach(() => vi.unstubAllGlobals());
  const from = async (origin: string | undefined, online = true) => {
    vi.stubGlobal('location', origin && { origin });
    vi.stubGlobal('navigator', { onLine: online });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    return reach(new Request('https://id.example/oidc/token')).catch(({ message }) => message);
  };
  const plain = 'id.example cannot be reached. Check the network and try again.';

  it('names the page’s origin, and where to register it, if the address has another origin', async () => {
    const message = await from('https://ledger.example');
    expect(message).toContain(plain);
    expect(message).toContain('https://ledger.example is missing');
    expect(message).toContain('web origins in Licet');
  });

  it('suggests no origin for an address of the same origin, offline, or outside a page', async () => {
    expect(await from('https://id.example')).toBe(plain);
    expect(await from('https://ledger.example', false)).toBe(plain);
    expect(await from(undefined)).toBe(plain);
  });
});

describe('tokens of unknown origin', () => {
  it.each([undefined, null, 0, '', 'x', [], {}, { access: 'a', refresh: 'r', id: 7, offset: 0 }, { access: 'a' }])(
    'are ignored if they are %j',
    (value) => {
      expect(tokensIn(value)).toBeUndefined();
    },
  );

  it('keep only their known fields', () => {
    const tokens = { access: 'a', refresh: 'r', id: 'i', offset: 0 };
    expect(tokensIn({ ...tokens, more: 1 })).toEqual(tokens);
  });
});
