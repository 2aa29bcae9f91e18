import { describe, expect, test } from 'vitest';
import { assuranceOf, type SignInWay, suffices } from './assurance.ts';

const takes = (way: 'password' | 'passkey' | 'provider', ...shown: SignInWay[]) =>
  suffices({ ways: [way], secondFactor: false }, assuranceOf(...shown).amr);

describe('matching a session’s method to an application’s ways to sign in', () => {
  test('counts a directory password as the way “provider”, not as the way “password”', () => {
    expect([takes('provider', 'directory'), takes('password', 'directory')]).toEqual([true, false]);
    expect([takes('provider', 'directory', 'totp'), takes('password', 'directory', 'totp')]).toEqual([true, false]);
  });

  test('counts every other method as its own way', () => {
    expect([takes('password', 'password'), takes('provider', 'password')]).toEqual([true, false]);
    expect([takes('provider', 'provider', 'totp'), takes('password', 'provider', 'totp')]).toEqual([true, false]);
    expect([takes('passkey', 'verified_passkey'), takes('password', 'verified_passkey')]).toEqual([true, false]);
  });
});
