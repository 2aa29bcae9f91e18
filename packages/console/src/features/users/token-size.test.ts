import { describe, expect, it } from 'vitest';
import { kilobytes, tokenFit, tokenNote, tokenWords } from './token-size.ts';

describe('the size of a token', () => {
  it('is told in kB against what servers take', () => {
    expect(kilobytes(612)).toBe('0.6');
    expect(kilobytes(412_000)).toBe('402');
    expect(tokenWords(612)).toBe('token 0.6 of 6 kB');
  });

  it('is explained when it nears the budget and when it is beyond it', () => {
    expect(tokenFit(4096)).toBe('fits');
    expect(tokenNote(4096)).toBeUndefined();
    expect(tokenFit(4097)).toBe('near');
    expect(tokenNote(5000)).toContain('4.9 of 6 kB');
    expect(tokenFit(6144)).toBe('near');
    expect(tokenFit(6145)).toBe('reference');
    expect(tokenWords(412_000)).toBe('402 kB, fetched by reference');
  });
});
