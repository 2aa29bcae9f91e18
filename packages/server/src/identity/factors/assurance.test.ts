import { describe, expect, test } from 'vitest';
import { assuranceOf, type SignInWay, suffices } from './assurance.ts';

const takes = (way: 'password' | 'passkey' | 'provider', ...shown: SignInWay[]) =>
  suffices({ ways: [way], secondFactor: false }, assuranceOf(...shown).amr);

describe('what a session began with is held against what an application takes', () => {
  test('a password of a directory is a way of elsewhere, as on the page, and none of Licet', () => {
    expect([takes('provider', 'directory'), takes('password', 'directory')]).toEqual([true, false]);
    expect([takes('provider', 'directory', 'totp'), takes('password', 'directory', 'totp')]).toEqual([true, false]);
  });

  test('and each other way is itself', () => {
    expect([takes('password', 'password'), takes('provider', 'password')]).toEqual([true, false]);
    expect([takes('provider', 'provider', 'totp'), takes('password', 'provider', 'totp')]).toEqual([true, false]);
    expect([takes('passkey', 'verified_passkey'), takes('password', 'verified_passkey')]).toEqual([true, false]);
  });
});
