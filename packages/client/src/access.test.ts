// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAccess } from './access.ts';
import type { SignInState } from './source.ts';

const NOW = 1_800_000_000;
const claims = (more: Record<string, unknown> = {}) => ({
  sub: 'ada',
  roles: ['billing'],
  permissions: ['invoices.read'],
  exp: NOW + 300,
  ...more,
});
const held = (token: unknown): SignInState => ({ status: 'held', token });
const sourceOf = (signInState: SignInState) => {
  const listeners = new Set<() => void>();
  return {
    listeners,
    current: () => signInState,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hold: (next: SignInState) => {
      signInState = next;
      for (const listener of listeners) listener();
    },
  };
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW * 1000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('permits nothing while its status is loading, signed-out, expired or malformed', () => {
  const source = sourceOf({ status: 'loading' });
  const access = createAccess(source);
  const asked = () => [access.snapshot().status, access.can('invoices.read'), access.hasRole('billing')];
  expect(asked()).toEqual(['loading', false, false]);
  source.hold({ status: 'signed-out' });
  expect(asked()).toEqual(['signed-out', false, false]);
  source.hold(held(claims()));
  expect(asked()).toEqual(['valid', true, true]);
  source.hold(held(claims({ exp: NOW })));
  expect(asked()).toEqual(['expired', false, false]);
  source.hold(held('no token'));
  expect(asked()).toEqual(['malformed', false, false]);
});

test('changes to expired at exp, and calls its listeners once', () => {
  const access = createAccess(sourceOf(held(claims({ roles: ['admin'] }))));
  expect(access.can('anything')).toBe(true);
  const listener = vi.fn();
  const leave = access.subscribe(listener);
  vi.advanceTimersByTime(299_900);
  expect([access.can('anything'), listener.mock.calls.length]).toEqual([true, 0]);
  vi.advanceTimersByTime(200);
  expect([access.snapshot().status, access.can('anything'), access.hasRole('admin')]).toEqual([
    'expired',
    false,
    false,
  ]);
  expect(listener).toHaveBeenCalledTimes(1);
  leave();
});

test('does not read the clock for its checks while it has listeners', () => {
  const access = createAccess(sourceOf(held(claims())));
  const leave = access.subscribe(() => {});
  const clock = vi.spyOn(Date, 'now');
  for (let i = 0; i < 100; i += 1) access.can('invoices.read');
  expect(clock).not.toHaveBeenCalled();
  leave();
  access.can('invoices.read');
  expect(clock).toHaveBeenCalled();
});

test('detects expiry in a check, without a timer, while it has no listeners', () => {
  const access = createAccess(sourceOf(held(claims())));
  expect(access.can('invoices.read')).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  vi.setSystemTime((NOW + 300) * 1000);
  expect(access.can('invoices.read')).toBe(false);
});

test('does not fire too early for an expiry beyond the range of setTimeout', () => {
  const access = createAccess(sourceOf(held(claims({ exp: NOW + 40 * 86_400 }))));
  expect(access.can('invoices.read')).toBe(true);
  const listener = vi.fn();
  access.subscribe(listener);
  vi.advanceTimersByTime(30 * 86_400_000);
  expect([access.snapshot().status, listener.mock.calls.length]).toEqual(['valid', 0]);
  vi.advanceTimersByTime(11 * 86_400_000);
  expect(access.snapshot().status).toBe('expired');
});

test.each(['visibilitychange', 'pageshow', 'online'])(
  'checks the expiry again on %s, because timers do not run during sleep',
  (wake) => {
    const access = createAccess(sourceOf(held(claims())));
    const leave = access.subscribe(() => {});
    vi.setSystemTime((NOW + 301) * 1000);
    expect(access.snapshot().status).toBe('valid');
    const target = wake === 'visibilitychange' ? document : window;
    target.dispatchEvent(new Event(wake, { bubbles: true }));
    expect(access.snapshot().status).toBe('expired');
    leave();
  },
);

test('stops its timer and its subscription when the last listener leaves', () => {
  const source = sourceOf(held(claims()));
  const access = createAccess(source);
  const first = access.subscribe(() => {});
  const second = access.subscribe(() => {});
  first();
  first();
  expect([source.listeners.size, vi.getTimerCount()]).toEqual([1, 1]);
  second();
  expect([source.listeners.size, vi.getTimerCount()]).toEqual([0, 0]);
});

test('uses the clock of the source, and permits nothing if that clock fails', () => {
  const at = (now: () => number) => createAccess({ ...sourceOf(held(claims())), now }).snapshot().status;
  expect(at(() => NOW + 299)).toBe('valid');
  expect(at(() => NOW + 300)).toBe('expired');
  expect(at(() => Number.NaN)).toBe('expired');
  expect(
    at(() => {
      throw new Error('no clock');
    }),
  ).toBe('malformed');
});

test('keeps the status “loading”, and permits nothing, until the separate permission list arrives', () => {
  const source = sourceOf(held(claims({ permissions: undefined, roles: ['admin'], permissions_ref: 'abc' })));
  const access = createAccess(source);
  expect([access.snapshot().status, access.can('invoices.read'), access.hasRole('admin')]).toEqual([
    'loading',
    false,
    false,
  ]);
  source.hold(held(claims({ permissions_ref: 'abc' })));
  expect([access.snapshot().status, access.can('invoices.read'), access.can('other')]).toEqual(['valid', true, false]);
});

test('returns the same snapshot until something changes', () => {
  const source = sourceOf(held(claims()));
  const access = createAccess(source);
  const before = access.snapshot();
  expect(access.snapshot()).toBe(before);
  source.hold(held(claims()));
  expect(access.snapshot()).not.toBe(before);
});

const throws = () => {
  throw new Error('hostile');
};
const endless: unknown[] = [];
endless.push(endless);
test.each([
  undefined,
  null,
  0,
  '',
  'a.b.c',
  'x'.repeat(10_000),
  '..',
  'a.bnVsbA.c',
  [],
  () => 'x',
  Symbol('x'),
  { sub: 'ada', roles: 'admin', exp: NOW + 300 },
  { sub: 'ada', roles: { includes: () => true }, exp: NOW + 300 },
  { sub: 'ada', roles: [endless], exp: NOW + 300 },
  { sub: 'ada', permissions: [1], exp: NOW + 300 },
  { sub: 'ada', roles: ['admin'] },
  { sub: 'ada', roles: ['admin'], exp: `${NOW + 300}` },
  { sub: 'ada', roles: ['admin'], exp: Number.POSITIVE_INFINITY },
  Object.create(claims({ roles: ['admin'] })),
  {
    get sub() {
      return throws();
    },
  },
  new Proxy({}, { get: throws, ownKeys: throws, getOwnPropertyDescriptor: throws, has: throws }),
])('reports a hostile token as malformed, and never throws (%#)', (token) => {
  for (const options of [{}, { claims: (payload: unknown) => payload }, { claims: throws }]) {
    const access = createAccess(sourceOf(held(token)), options);
    expect(access.snapshot().status).toBe('malformed');
    expect([access.can('invoices.read'), access.hasRole('admin')]).toEqual([false, false]);
  }
});

test.each(['constructor', '__proto__', 'toString', 'all.manage', '*', '', 'x'.repeat(10_000)])(
  'gives the name %.20s no special meaning',
  (name) => {
    const plain = createAccess(sourceOf(held(claims({ permissions: ['all.manage.not', 'invoices.read'] }))));
    expect([plain.can(name), plain.hasRole(name)]).toEqual([false, false]);
    const listed = createAccess(sourceOf(held(claims({ permissions: [name], roles: [name] }))));
    expect([listed.can(name), listed.hasRole(name), listed.can('other')]).toEqual([true, true, false]);
  },
);

test('permits nothing if the source returns an invalid state', () => {
  const good = held(claims({ roles: ['admin'] }));
  for (const broken of [{ status: 'valid' }, { status: 'constructor' }, {}, null, undefined, 7]) {
    const source = sourceOf(good);
    const access = createAccess(source);
    expect(access.can('invoices.read')).toBe(true);
    source.hold(broken as unknown as SignInState);
    expect([access.can('invoices.read'), access.hasRole('admin')]).toEqual([false, false]);
  }
  expect(createAccess({ current: throws, subscribe: () => () => {} }).snapshot().status).toBe('malformed');
});

describe('the access store agrees with the rule’s decoding cases', () => {
  const file = new URL('../../rule/vectors/decode.json', `file://${import.meta.filename}`);
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Vector[] };
  test.each(cases)('$name', ({ token, payload, expect: { malformed } }) => {
    const text = payload === undefined ? token : `e30.${Buffer.from(payload).toString('base64url')}.`;
    const access = createAccess({ ...sourceOf(held(text)), now: () => 0 });
    // `createAccess` takes a value that is not a string as a payload, but `decode` refuses it. So compare the results
    // only for strings.
    if (typeof text === 'string') expect(access.snapshot().status === 'malformed').toBe(malformed !== undefined);
  });
});

interface Vector {
  readonly name: string;
  readonly token?: unknown;
  readonly payload?: string;
  readonly expect: { readonly malformed?: string };
}
