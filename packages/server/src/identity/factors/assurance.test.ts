import { describe, expect, test } from 'vitest';
import { assuranceOf, type SignInWay, suffices } from './assurance.ts';

const takes = (way: 'password' | 'passkey' | 'provider', ...shown: SignInWay[]) =>
  suffices({ ways: [way], secondFactor: false }, assuranceOf(...shown).amr);

describe('compares a session’s method with an application’s ways', () => {
  test('a directory’s password is the way provider, as on the page, and not Licet’s password', () => {
    expect([takes('provider', 'directory'), takes('password', 'directory')]).toEqual([true, false]);
    expect([takes('provider', 'directory', 'totp'), takes('password', 'directory', 'totp')]).toEqual([true, false]);
  });

  test('other ways are themselves', () => {
    expect([takes('password', 'password'), takes('provider', 'password')]).toEqual([true, false]);
    expect([takes('provider', 'provider', 'totp'), takes('password', 'provider', 'totp')]).toEqual([true, false]);
    expect([takes('passkey', 'verified_passkey'), takes('password', 'verified_passkey')]).toEqual([true, false]);
  });
});
