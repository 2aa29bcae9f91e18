import { type AccessSource, createAccess, type SignInState } from '@licet/client';
import { describe, expect, it } from 'vitest';
import { keepAccess } from './keep-access.ts';

const jwt = (permissions: string[], exp: number) =>
  `h.${Buffer.from(JSON.stringify({ sub: 'u', roles: [], permissions, exp })).toString('base64url')}.s`;

function changing() {
  let signInState: SignInState = { status: 'loading' };
  let now = 1000;
  const listeners = new Set<() => void>();
  const source: AccessSource = {
    current: () => signInState,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now: () => now,
  };
  return {
    access: createAccess(keepAccess(source)),
    hold: (next: SignInState) => {
      signInState = next;
      for (const listener of listeners) listener();
    },
    pass: (seconds: number) => {
      now += seconds;
    },
  };
}

describe('the access that decides what screens show', () => {
  it('is empty until a user signs in', () => {
    const { access, hold } = changing();
    expect(access.snapshot().status).toBe('loading');
    hold({ status: 'signed-out' });
    expect(access.snapshot().status).toBe('signed-out');
    expect(access.can('users.read')).toBe(false);
  });

  it('stays after the session or the token ends, and follows the next token', () => {
    const { access, hold, pass } = changing();
    hold({ status: 'held', token: jwt(['users.read'], 1300) });
    expect(access.can('users.read')).toBe(true);
    pass(900);
    expect(access.can('users.read')).toBe(true);
    hold({ status: 'signed-out', code: 'session_ended', reason: 'Your session has ended.' });
    expect(access.can('users.read')).toBe(true);
    hold({ status: 'held', token: jwt(['groups.read'], 2500) });
    expect(access.can('users.read')).toBe(false);
    expect(access.can('groups.read')).toBe(true);
  });

  it('is empty with an unreadable token', () => {
    const { access, hold } = changing();
    hold({ status: 'held', token: 'rubbish' });
    expect(access.snapshot().status).toBe('malformed');
    expect(access.can('users.read')).toBe(false);
  });
});
