import { describe, expect, test } from 'vitest';
import { assuranceOf, type SignInWay, suffices } from './assurance.ts';

const takes = (way: 'password' | 'passkey' | 'provider', ...shown: SignInWay[]) =>
  suffices({ ways: [way], secondFactor: false }, assuranceOf(...shown).amr);

describe('compares a session’s method with an application’s ways', () => {
  test('counts a directory’s password as the way provider, as on the page, and not as Licet’s password', () => {
    expect([takes('provider', 'directory'), takes('password', 'directory')]).toEqual([true, false]);
    expect([takes('provider', 'directory', 'totp'), takes('password', 'directory', 'totp')]).toEqual([true, false]);
  });

  test('counts every other way as itself', () => {
    expect([takes('password', 'password'), takes('provider', 'password')]).toEqual([true, false]);
    expect([takes('provider', 'provider', 'totp'), takes('password', 'provider', 'totp')]).toEqual([true, false]);
    expect([takes('passkey', 'verified_passkey'), takes('password', 'verified_passkey')]).toEqual([true, false]);
  });
});
