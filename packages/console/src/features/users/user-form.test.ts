import { newUser } from '@licet/contract';
import { describe, expect, it } from 'vitest';
import { entryOf, noValues } from './user-form.ts';

describe('the values of a user\'s form', () => {
  it('lose surrounding spaces, and send an empty e-mail or job title as null', () => {
    const entry = entryOf({ ...noValues, name: ' Maya Lindqvist ', username: 'maya ', email: '  ', jobTitle: ' ' });
    expect(newUser.parse(entry)).toEqual({ name: 'Maya Lindqvist', username: 'maya', email: null, jobTitle: null });
    expect(entryOf({ ...noValues, jobTitle: ' Head of Audit ' }).jobTitle).toBe('Head of Audit');
  });

  it('are validated by the contract, field by field', () => {
    const parsed = newUser.safeParse(entryOf({ ...noValues, username: 'maya@home', email: 'maya' }));
    const fields = parsed.error?.issues.map((issue) => issue.path[0]);
    expect(new Set(fields)).toEqual(new Set(['name', 'username', 'email']));
  });
});
