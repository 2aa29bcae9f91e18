import { describe, expect, it } from 'vitest';
import { changesOf, noValues, userEntry, valuesOf } from './user-form.ts';

const maya = {
  id: '01900000-0000-7000-8000-000000000001',
  username: 'maya',
  email: 'maya@aurelia.example',
  name: 'Maya Lindqvist',
  status: 'active' as const,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastSignInAt: null,
  version: 3,
};

describe('what is typed about a user', () => {
  it('loses the spaces around it, and an empty e-mail is none', () => {
    const parsed = userEntry.safeParse({ name: ' Maya Lindqvist ', username: 'maya ', email: '  ' });
    expect(parsed).toEqual({ success: true, data: { name: 'Maya Lindqvist', username: 'maya', email: null } });
  });

  it('is refused by the contract, field by field', () => {
    const parsed = userEntry.safeParse({ ...noValues, username: 'maya@home', email: 'maya' });
    expect(parsed.success).toBe(false);
    const fields = parsed.success ? [] : parsed.error.issues.map((issue) => issue.path[0]);
    expect(new Set(fields)).toEqual(new Set(['name', 'username', 'email']));
  });

  it('is sent only where it differs', () => {
    expect(changesOf({ ...valuesOf(maya), name: 'Maya L' }, maya)).toEqual({ name: 'Maya L' });
    expect(changesOf({ ...valuesOf(maya), email: null }, maya)).toEqual({ email: null });
    expect(changesOf(valuesOf(maya), maya)).toEqual({});
  });
});
