import { createAccess } from '@licet/client';
import type { Me } from '@licet/contract';
import { describe, expect, it } from 'vitest';
import { requireScreen } from './allowed.ts';

const now = 1_800_000_000;
const token = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
const signInState = (token: unknown) => {
  const held = { status: 'held', token } as const;
  return createAccess({ current: () => held, subscribe: () => () => {}, now: () => now });
};
const access = (permissions: string[], roles: string[] = []) =>
  signInState(token({ sub: 'u', roles, permissions, exp: now + 60 }));
const owner = { owns: ['ledger'] } as Me;

describe('access to a screen', () => {
  it('requires the permission that the contract states for that screen', () => {
    expect(() => requireScreen('home', access([]), undefined)).not.toThrow();
    expect(() => requireScreen('users', access(['users.read']), undefined)).not.toThrow();
    expect(() => requireScreen('users', access([], ['admin']), undefined)).not.toThrow();
    expect(() => requireScreen('users', access(['Users.read']), undefined)).toThrow(/users\.read/);
  });

  it('includes application screens for owners', () => {
    expect(() => requireScreen('application', access([]), owner)).not.toThrow();
    expect(() => requireScreen('application', access([]), undefined)).toThrow(/applications\.read/);
    expect(() => requireScreen('users', access([]), owner)).toThrow(/users\.read/);
  });

  it('is refused for an expired or unreadable token', () => {
    const expired = signInState(token({ sub: 'u', roles: ['admin'], permissions: [], exp: now }));
    for (const one of [expired, signInState('rubbish'), signInState(undefined)])
      expect(() => requireScreen('users', one, undefined)).toThrow(/users\.read/);
  });
});
