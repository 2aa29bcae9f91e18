import { describe, expect, it } from 'vitest';
import { LicetError, problemOf } from './error.ts';
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
    'is a sentence also when the answer is %j',
    async (body) => {
      const error = await problemOf(new Response(body, { status: 502 }));
      expect(error).toMatchObject({ code: 'request_failed', message: 'The answer was 502.' });
    },
  );
});

describe('tokens that somebody else has written', () => {
  it.each([undefined, null, 0, '', 'x', [], {}, { access: 'a', refresh: 'r', id: 7, offset: 0 }, { access: 'a' }])(
    'are none when they are %j',
    (value) => {
      expect(tokensIn(value)).toBeUndefined();
    },
  );

  it('are taken with what belongs to them alone', () => {
    const tokens = { access: 'a', refresh: 'r', id: 'i', offset: 0 };
    expect(tokensIn({ ...tokens, more: 1 })).toEqual(tokens);
  });
});
