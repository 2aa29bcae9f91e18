import { describe, expect, test, vi } from 'vitest';
import { createCutOffs } from './cut-offs.ts';
import { createRecentTokens } from './token-cache.ts';
import { createReplayMemory } from './verifier.ts';
import { createBoundedCache } from './verify/index.ts';

describe('a bounded cache', () => {
  test('keeps the entries used last, and never more than its limit', () => {
    const cache = createBoundedCache<number>(100);
    cache.set('kept', -1);
    for (let at = 0; at < 1000; at += 1) {
      cache.set(`k${at}`, at);
      expect(cache.get('kept')).toBe(-1);
      expect(cache.size).toBeLessThanOrEqual(100);
    }
    expect([cache.get('k0'), cache.get('k999')]).toEqual([undefined, 999]);
    cache.delete('kept');
    expect(cache.get('kept')).toBeUndefined();
  });
});

describe('the cache of recent tokens', () => {
  const token = (part: string) => `header.${part}.${'s'.repeat(86)}`;

  test('finds a token only by its whole text, not by its signature alone', () => {
    const recent = createRecentTokens<string>(10, 1000);
    recent.set(token('ada'), 'ada');
    expect(recent.get(token('ada'))).toBe('ada');
    expect(recent.get(token('eve'))).toBeUndefined();
    expect(recent.get(`x${token('ada')}`)).toBeUndefined();
    expect(recent.get('')).toBeUndefined();
    recent.clear();
    expect(recent.get(token('ada'))).toBeUndefined();
  });

  test('keeps at most its limit of tokens, and none beyond its lifetime', () => {
    vi.useFakeTimers();
    try {
      const recent = createRecentTokens<number>(10, 1000);
      const names = Array.from({ length: 100 }, (_, at) => `a.b.${String(at).padStart(86, '0')}`);
      for (const [at, name] of names.entries()) recent.set(name, at);
      expect(names.filter((name) => recent.get(name) !== undefined).length).toBeLessThanOrEqual(10);
      expect(recent.get(names.at(-1) ?? '')).toBe(99);
      vi.advanceTimersByTime(1000);
      expect(names.some((name) => recent.get(name) !== undefined)).toBe(false);
      const none = createRecentTokens<number>(0, 1000);
      none.set('a', 1);
      expect(none.get('a')).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the memory of used proofs', () => {
  const bounds = { age: 300, most: 1000, mostOfOne: 1000 };
  const memoryOf = (changed: Partial<typeof bounds> = {}) => {
    const memory = createReplayMemory({ ...bounds, ...changed });
    return (id: string, madeAt: number, now: number, thumbprint = 'k') => memory.take({ id, thumbprint, madeAt, now });
  };

  test('accepts each proof once, for as long as it is valid', () => {
    const take = memoryOf();
    expect(take('a', 1000, 1000)).toBe('first');
    expect(take('a', 1000, 1299)).toBe('used');
    expect(take('b', 1000, 1300)).toBe('first');
  });

  test('refuses a proof that it dropped for lack of room', () => {
    const take = memoryOf({ most: 10 });
    const ids = Array.from({ length: 100 }, (_, at) => ({ id: `p${at}`, at: 1000 + at }));
    for (const { id, at } of ids) expect(take(id, at, 1100)).toBe('first');
    for (const { id, at } of ids) expect(take(id, at, 1100)).toBe('used');
    expect(take('new', 1099, 1100)).toBe('first');
  });

  test('refuses a used proof after the clock is set back by an hour', () => {
    const take = memoryOf();
    expect(take('a', 1000, 1000)).toBe('first');
    expect(take('b', 5000, 5000)).toBe('first');
    expect(take('a', 1000, 1000)).toBe('used');
  });

  test('refuses further proofs only from a key that has sent too many, until its proofs expire', () => {
    const take = memoryOf({ mostOfOne: 50 });
    const flood = Array.from({ length: 2000 }, (_, at) => take(`f${at}`, 1000, 1000, 'flooding'));
    expect(flood.map((each) => each === 'first').lastIndexOf(true)).toBe(49);
    expect(flood.at(-1)).toBe('full');
    expect(take('a', 995, 1000, 'other')).toBe('first');
    expect(take('f', 1304, 1304, 'flooding')).toBe('full');
    expect(take('f', 1306, 1306, 'flooding')).toBe('first');
  });
});

describe('the table of cut-offs', () => {
  const token = { userId: 'ada', clientId: 'front', sessionId: 's', roles: ['clerk'], version: 10, issuedAt: 1000 };

  test('forgets cut-offs that can no longer affect a valid token', () => {
    let elapsed = 0;
    const cutOffs = createCutOffs({ keep: 360, most: 1000, now: () => 2000, elapsed: () => elapsed });
    cutOffs.add({ ver: 11, users: ['ada'], sessions: ['s'], roles: ['clerk'], everyone: true });
    expect([cutOffs.size, cutOffs.refuses(token)]).toEqual([4, true]);
    elapsed = 361;
    cutOffs.add({ ver: 12, users: ['bob'] });
    expect([cutOffs.size, cutOffs.refuses(token)]).toEqual([1, false]);
  });

  test('keeps the higher one of two cut-offs', () => {
    const cutOffs = createCutOffs({ keep: 360, most: 1000, now: () => 2000 });
    cutOffs.add({ ver: 11, users: ['ada'] });
    cutOffs.add({ ver: 5, users: ['ada'] });
    expect(cutOffs.refuses(token)).toBe(true);
  });

  test('refuses every token from before a restore of Licet, and accepts later ones', () => {
    const cutOffs = createCutOffs({ keep: 360, most: 1000, now: () => 2000 });
    // Licet was restored from a backup, so these cut-offs have higher versions than new tokens.
    cutOffs.add({ ver: 50, users: ['ada'], roles: ['clerk'], clients: ['front'] });
    cutOffs.add({ ver: 60, everyone: true });
    cutOffs.add({ ver: 9, everyone: true, before: 1500 });
    expect(cutOffs.refuses({ ...token, version: 99, issuedAt: 1500 })).toBe(true);
    expect(cutOffs.refuses({ ...token, version: 10, issuedAt: 1501 })).toBe(false);
    cutOffs.add({ ver: 11, users: ['ada'] });
    cutOffs.add({ ver: 9, everyone: true, before: 1500 }); // Adds the first cut-off a second time.
    expect(cutOffs.refuses({ ...token, version: 10, issuedAt: 1501 })).toBe(true);
  });

  test('refuses every token issued so far once the table is full', () => {
    const cutOffs = createCutOffs({ keep: 360, most: 1000, now: () => 2000 });
    for (let at = 0; at < 5; at += 1)
      cutOffs.add({ ver: 11, users: Array.from({ length: 300 }, (_, user) => `${at} ${user}`) });
    expect(cutOffs.size).toBeLessThanOrEqual(1000);
    expect([cutOffs.refuses(token), cutOffs.refuses({ ...token, issuedAt: 2001 })]).toEqual([true, false]);
  });

  test.each(['__proto__', 'constructor', 'toString'])('treats a user named %s like any other', (userId) => {
    const cutOffs = createCutOffs({ keep: 360, most: 1000, now: () => 2000 });
    expect(cutOffs.refuses({ ...token, userId, roles: [userId] })).toBe(false);
    cutOffs.add({ ver: 11, users: [userId] });
    expect([cutOffs.refuses({ ...token, userId }), cutOffs.refuses(token)]).toEqual([true, false]);
  });
});
