import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  at,
  can,
  compile,
  decode,
  explain,
  hasPermission,
  hasRole,
  isValid,
  MalformedTokenError,
  type On,
  readClaims,
  type Token,
} from './index.ts';

const name = fc.constantFrom('admin', 'Admin', 'a', 'b', '', '__proto__', 'invoices.read');
const names = fc.array(name, { maxLength: 4 });
const resource = fc.constantFrom('a:1', 'a:2', 'b:1', '', '__proto__');
const on = fc.option(fc.oneof(resource, fc.array(resource, { maxLength: 3 })), { nil: undefined });
const groups = fc.array(
  fc.record({ resources: fc.array(resource, { maxLength: 3 }), roles: names, permissions: names }),
  { maxLength: 3 },
);
const claims = fc.record({
  sub: fc.string(),
  roles: names,
  permissions: names,
  on: groups,
  exp: fc.integer({ min: -3, max: 3 }),
});

test('every answer agrees with a naive model', () => {
  fc.assert(
    fc.property(claims, name, fc.integer({ min: -4, max: 4 }), on, (payload, asked, now, place) => {
      const token = decode(`x.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.y`);
      const holds = (list: string[]) => list.filter((each) => each === asked).length > 0;
      const alive = payload.exp - now > 0;
      const allowed = payload.roles.some((role) => role === 'admin') || holds(payload.permissions);
      expect(isValid(token, now)).toBe(alive);
      expect(hasRole(token, asked)).toBe(holds(payload.roles));
      expect(hasPermission(token, asked)).toBe(holds(payload.permissions));
      expect(can(token, asked, now)).toBe(alive && allowed);
      expect(explain(token, asked, now).permitted).toBe(alive && allowed);
      expect(compile(token).can(asked)).toBe(allowed);
      expect(compile(token).hasRole(asked)).toBe(holds(payload.roles));
      const path = place === undefined ? [] : [place].flat();
      const held = payload.on.filter((each) => each.resources.some((one) => path.some((other) => one === other)));
      const roles = [payload, ...held].flatMap((each) => each.roles);
      const there =
        roles.some((role) => role === 'admin') || [payload, ...held].some((each) => holds(each.permissions));
      expect(can(token, asked, now, place)).toBe(alive && there);
      expect(explain(token, asked, now, place).permitted).toBe(alive && there);
      expect(compile(token).at(place).can(asked)).toBe(there);
      expect(compile(token).at(place).hasRole(asked)).toBe(holds(roles));
      expect(can(at(token, place), asked, now)).toBe(alive && there);
      expect(can(at(token, place), asked, now, 'a:1')).toBe(alive && there);
    }),
    { numRuns: 2000 },
  );
});

test('decoding and reading throw only MalformedTokenError, whatever the input', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json().map((json) => `.${Buffer.from(json).toString('base64url')}.`),
  );
  const value = fc.oneof(text, fc.anything({ withBigInt: true, withSparseArray: true, withNullPrototype: true }));
  fc.assert(
    fc.property(value, (junk) => {
      for (const read of [() => decode(junk as string), () => readClaims(junk)])
        try {
          read();
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedTokenError);
        }
    }),
    { numRuns: 2000 },
  );
});

test('can, isValid, hasRole and hasPermission return false for malformed input', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), fc.anything(), (junk, asked, now, place) => {
      const token = junk as Token;
      expect(can(token, asked as string, now as number)).toBe(false);
      expect(isValid(token, now as number)).toBe(false);
      expect(hasRole(token, asked as string)).toBe(false);
      expect(hasPermission(token, asked as string)).toBe(false);
      expect(compile(token).can(asked as string)).toBe(false);
      expect(can(token, asked as string, now as number, place as On)).toBe(false);
      expect(
        compile(token)
          .at(place as On)
          .can(asked as string),
      ).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

test('getters, proxies, holes, boxed strings and a polluted prototype permit nothing', () => {
  const good = { sub: 'ada', roles: ['admin'], exp: 10 };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const throwing = {
    sub: 'ada',
    exp: 10,
    get roles() {
      throw new Error('mine');
    },
  };
  const hostile = [
    proxy,
    throwing,
    { ...good, roles: new Array(2 ** 32 - 1) },
    { ...good, sub: new String('ada') },
    Object.create(good),
  ];
  for (const each of hostile) {
    expect(() => readClaims(each)).toThrow(MalformedTokenError);
    expect(can(each as Token, 'a', 1)).toBe(false);
  }
  Object.defineProperty(Object.prototype, 'roles', { value: ['admin'], configurable: true });
  try {
    expect(can(readClaims({ sub: 'ada', exp: 10 }), 'a', 1)).toBe(false);
    expect(can(readClaims({ sub: 'ada', exp: 10, on: [{ resources: ['a:1'] }] }), 'a', 1, 'a:1')).toBe(false);
  } finally {
    Reflect.deleteProperty(Object.prototype, 'roles');
  }
});

test('a resource that cannot be read, or is not a string, permits nothing', () => {
  const token = readClaims({ sub: 'ada', roles: ['admin'], exp: 10 });
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  const throwing = Object.defineProperty(['a:1'], 0, {
    get() {
      throw new Error('mine');
    },
  });
  for (const place of [proxy, throwing, new String('a:1'), new Array(2 ** 32 - 1), Symbol('a:1')]) {
    expect(can(token, 'a', 1, place as unknown as On)).toBe(false);
    expect(
      compile(token)
        .at(place as unknown as On)
        .can('a'),
    ).toBe(false);
  }
});

test('huge or deeply nested tokens are decoded, or refused as malformed', () => {
  const of = (text: string) => `e30.${Buffer.from(text).toString('base64url')}.`;
  const big = { sub: 'ada', exp: 1, permissions: Array.from({ length: 100_000 }, (_, i) => `permission.${i}`) };
  expect(decode(of(JSON.stringify(big))).permissions).toHaveLength(100_000);
  expect(() => decode('.'.repeat(4_000_000))).toThrow(MalformedTokenError);
  expect(() => decode(of(`${'['.repeat(1_000_000)}`))).toThrow(MalformedTokenError);
});
