import { can, type Token } from '@licet/rule';
import { expect, test } from 'vitest';
import { pairs } from '../../rule/src/before.testing.ts';
import * as before from '../before/client.generated.mjs';
import { createAccess } from './access.ts';
import type { SignInState } from './source.ts';

type Create = Pick<typeof before, 'createAccess'>;

function answers(of: Create, payload: string, names: readonly string[], now: number): readonly unknown[] {
  const signInState: SignInState = { status: 'held', token: JSON.parse(payload) };
  const access = of.createAccess({ current: () => signInState, subscribe: () => () => {}, now: () => now });
  return [access.snapshot().status, ...names.flatMap((name) => [access.can(name), access.hasRole(name)])];
}

test('the former access gives a token with grants on resources exactly what it gives the token without them', () => {
  let permitted = 0;
  for (const { name, granted, plain, names, times } of pairs())
    for (const now of times) {
      const given = answers(before, granted, names, now);
      expect({ name, given }).toEqual({ name, given: answers(before, plain, names, now) });
      permitted += given.filter((answer) => answer === true).length;
    }
  expect(permitted).toBeGreaterThan(1000);
});

test('the present access gives the same permissions everywhere, and none to a malformed token', () => {
  for (const { name, granted, names, times } of pairs())
    for (const now of times) {
      const [status, ...given] = answers({ createAccess }, granted, names, now);
      const former = answers(before, granted, names, now).slice(1);
      expect({ name, given }).toEqual({ name, given: status === 'malformed' ? former.map(() => false) : former });
      if (status === 'valid')
        expect(names.map((each) => can(JSON.parse(granted) as Token, each, now))).toEqual(
          given.filter((_, at) => at % 2 === 0),
        );
    }
});
