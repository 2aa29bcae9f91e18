import { expect, test } from 'vitest';
import * as before from '../before/rule.generated.mjs';
import { pairs } from './before.testing.ts';
import { answer, expected, seconds } from './cases.testing.ts';
import * as rule from './index.ts';
import type { Token } from './token.ts';
import { allThemes } from './vectors.testing.ts';

type Rule = Pick<typeof rule, keyof typeof before>;

const encoded = (payload: string) => `e30.${Buffer.from(payload).toString('base64url')}.`;

/** Returns every answer of a rule about everything everywhere, for claims that it decodes and for claims as they are. */
function answers(of: Rule, payload: string, names: readonly string[], times: readonly number[]): readonly unknown[] {
  const asked = (token: Token) => {
    const compiled = of.compile(token);
    return [
      ...times.flatMap((now) => [
        of.isValid(token, now),
        ...names.flatMap((name) => [of.can(token, name, now), of.explain(token, name, now)]),
      ]),
      ...names.flatMap((name) => [
        of.hasRole(token, name),
        of.hasPermission(token, name),
        compiled.can(name),
        compiled.hasRole(name),
      ]),
    ];
  };
  let decoded: unknown;
  try {
    decoded = asked(of.decode(encoded(payload)));
  } catch (error) {
    decoded = (error as rule.MalformedTokenError).code;
  }
  return [decoded, asked(JSON.parse(payload))];
}

test('the former rule gives a token with grants on resources exactly what it gives the token without them', () => {
  const all = pairs();
  expect(all.length).toBeGreaterThan(1500);
  for (const { name, granted, plain, names, times } of all)
    expect({ name, answers: answers(before, granted, names, times) }).toEqual({
      name,
      answers: answers(before, plain, names, times),
    });
});

test('the former rule gives a token on no resource more than the present rule gives it there', () => {
  let kept = 0;
  let more = 0;
  for (const { name, granted, names, times } of pairs()) {
    const token = JSON.parse(granted) as Token;
    if (rule.explain(token, 'x', times[0] ?? 0).reason === 'malformed') continue;
    for (const on of ['shop:berlin', 'a:1', 'shop:elsewhere'])
      for (const now of times)
        for (const permission of names) {
          const there = rule.can(token, permission, now, on);
          if (before.can(token, permission, now))
            expect({ name, on, permission, there }).toMatchObject({ there: true });
          kept += Number(there);
          more += Number(there && !before.can(token, permission, now));
        }
  }
  expect(kept).toBeGreaterThan(more);
  expect(more).toBeGreaterThan(1000);
});

test('the former rule answers the vectors without resources as the present one', () => {
  const former = allThemes().flatMap(({ cases }) =>
    cases.filter(({ call, claims, payload = JSON.stringify(claims) ?? '', on }) => {
      return ['isValid', 'hasRole', 'hasPermission', 'can'].includes(call) && on === undefined && !/"on/.test(payload);
    }),
  );
  expect(former.length).toBeGreaterThan(100);
  for (const each of former) {
    const token = (each.payload === undefined ? each.claims : JSON.parse(each.payload)) as Token;
    const now = seconds(each.now) as number;
    const name = (each.role ?? each.permission) as string;
    const given = {
      isValid: () => before.isValid(token, now),
      hasRole: () => before.hasRole(token, name),
      hasPermission: () => before.hasPermission(token, name),
      can: () => before.can(token, name, now),
    }[each.call as 'can']();
    expect({ name: each.name, given }).toEqual({ name: each.name, given: expected(each) });
    expect(given).toBe(answer(each));
  }
});
