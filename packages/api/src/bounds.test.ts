import { describe, expect, test, vi } from 'vitest';
import { createCutOffs } from './cutOffs.ts';
import { createEventReader, type StreamEvent } from './eventStream.ts';
import { createRecent } from './recent.ts';
import { createSeen } from './seen.ts';
import { createShelf } from './shelf.ts';

describe('the shelf', () => {
  test('keeps what was used last, and never more than it may', () => {
    const shelf = createShelf<number>(100);
    shelf.set('kept', -1);
    for (let at = 0; at < 1000; at += 1) {
      shelf.set(`k${at}`, at);
      expect(shelf.get('kept')).toBe(-1);
      expect(shelf.size).toBeLessThanOrEqual(100);
    }
    expect([shelf.get('k0'), shelf.get('k999')]).toEqual([undefined, 999]);
    shelf.delete('kept');
    expect(shelf.get('kept')).toBeUndefined();
  });
});

describe('the memory of tokens as they came', () => {
  const token = (part: string) => `header.${part}.${'s'.repeat(86)}`;

  test('answers for the whole token alone, not for another with the same signature', () => {
    const recent = createRecent<string>(10, 1000);
    recent.set(token('ada'), 'ada');
    expect(recent.get(token('ada'))).toBe('ada');
    expect(recent.get(token('eve'))).toBeUndefined();
    expect(recent.get(`x${token('ada')}`)).toBeUndefined();
    expect(recent.get('')).toBeUndefined();
    recent.clear();
    expect(recent.get(token('ada'))).toBeUndefined();
  });

  test('is bounded, and holds nothing for longer than it says, used or not', () => {
    vi.useFakeTimers();
    try {
      const recent = createRecent<number>(10, 1000);
      const names = Array.from({ length: 100 }, (_, at) => `a.b.${String(at).padStart(86, '0')}`);
      for (const [at, name] of names.entries()) recent.set(name, at);
      expect(names.filter((name) => recent.get(name) !== undefined).length).toBeLessThanOrEqual(10);
      expect(recent.get(names.at(-1) ?? '')).toBe(99);
      vi.advanceTimersByTime(1000);
      expect(names.some((name) => recent.get(name) !== undefined)).toBe(false);
      const none = createRecent<number>(0, 1000);
      none.set('a', 1);
      expect(none.get('a')).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the memory of proofs', () => {
  const bounds = { age: 300, most: 1000, mostOfOne: 1000 };

  test('lets each pass once, for as long as it could be used', () => {
    const seen = createSeen(bounds);
    expect(seen.take('a', 'k', 1000, 1000)).toBe('taken');
    expect(seen.take('a', 'k', 1000, 1299)).toBe('used');
    expect(seen.take('b', 'k', 1000, 1300)).toBe('taken');
  });

  test('what it had to forget is refused from then on, not let through again', () => {
    const seen = createSeen({ ...bounds, most: 10 });
    const ids = Array.from({ length: 100 }, (_, at) => ({ id: `p${at}`, at: 1000 + at }));
    for (const { id, at } of ids) expect(seen.take(id, 'k', at, 1100)).toBe('taken');
    for (const { id, at } of ids) expect(seen.take(id, 'k', at, 1100)).toBe('used');
    expect(seen.take('new', 'k', 1099, 1100)).toBe('taken');
  });

  test('a clock that is set back an hour brings no proof back', () => {
    const seen = createSeen(bounds);
    expect(seen.take('a', 'k', 1000, 1000)).toBe('taken');
    expect(seen.take('b', 'k', 5000, 5000)).toBe('taken');
    expect(seen.take('a', 'k', 1000, 1000)).toBe('used');
  });

  test('a key that sends too many is refused alone, until its proofs are old', () => {
    const seen = createSeen({ ...bounds, mostOfOne: 50 });
    const flood = Array.from({ length: 2000 }, (_, at) => seen.take(`f${at}`, 'flooding', 1000, 1000));
    expect(flood.map((each) => each === 'taken').lastIndexOf(true)).toBe(49);
    expect(flood.at(-1)).toBe('full');
    expect(seen.take('a', 'other', 995, 1000)).toBe('taken');
    expect(seen.take('f', 'flooding', 1304, 1304)).toBe('full');
    expect(seen.take('f', 'flooding', 1306, 1306)).toBe('taken');
  });
});

describe('the table of cut-offs', () => {
  const token = { userId: 'ada', clientId: 'front', sessionId: 's', roles: ['clerk'], version: 10, issuedAt: 1000 };

  test('forgets what no living token can be concerned by', () => {
    let elapsed = 0;
    const cutOffs = createCutOffs({ keep: 360, most: 1000, now: () => 2000, elapsed: () => elapsed });
    cutOffs.add({ ver: 11, users: ['ada'], sessions: ['s'], roles: ['clerk'], everyone: true });
    expect([cutOffs.size, cutOffs.refuses(token)]).toEqual([4, true]);
    elapsed = 361;
    cutOffs.add({ ver: 12, users: ['bob'] });
    expect([cutOffs.size, cutOffs.refuses(token)]).toEqual([1, false]);
  });

  test('a lower one does not undo a higher one', () => {
    const cutOffs = createCutOffs({ keep: 360, most: 1000, now: () => 2000 });
    cutOffs.add({ ver: 11, users: ['ada'] });
    cutOffs.add({ ver: 5, users: ['ada'] });
    expect(cutOffs.refuses(token)).toBe(true);
  });

  test('when it is full, every token that was issued until then is refused', () => {
    const cutOffs = createCutOffs({ keep: 360, most: 1000, now: () => 2000 });
    for (let at = 0; at < 5; at += 1)
      cutOffs.add({ ver: 11, users: Array.from({ length: 300 }, (_, user) => `${at} ${user}`) });
    expect(cutOffs.size).toBeLessThanOrEqual(1000);
    expect([cutOffs.refuses(token), cutOffs.refuses({ ...token, issuedAt: 2001 })]).toEqual([true, false]);
  });

  test.each(['__proto__', 'constructor', 'toString'])('a user named %s is like any other', (userId) => {
    const cutOffs = createCutOffs({ keep: 360, most: 1000, now: () => 2000 });
    expect(cutOffs.refuses({ ...token, userId, roles: [userId] })).toBe(false);
    cutOffs.add({ ver: 11, users: [userId] });
    expect([cutOffs.refuses({ ...token, userId }), cutOffs.refuses(token)]).toEqual([true, false]);
  });
});

describe('the reader of event streams', () => {
  const text = ': hi\r\n\r\nevent: cut-off\nid: 7\ndata: {"a":\ndata: 1}\n\nid: 8\n\ndata:x\r\rdata: y\n\n: beat\n\n';
  const whole: StreamEvent[] = [
    { name: 'cut-off', data: '{"a":\n1}', id: '7' },
    { name: 'message', data: 'x', id: '8' },
    { name: 'message', data: 'y', id: '8' },
  ];

  test.each([1, 2, 3, 7, 1000])('reads the same however it is cut: every %i characters', (length) => {
    const events: StreamEvent[] = [];
    const read = createEventReader((event) => events.push(event));
    for (let at = 0; at < text.length; at += length) read(text.slice(at, at + length));
    expect(events).toEqual(whole);
  });

  test('a line without end is an error, not memory', () => {
    const read = createEventReader(() => undefined);
    expect(() => {
      for (let at = 0; at < 10; at += 1) read('x'.repeat(1_000_000));
    }).toThrow('a line without end');
  });
});
