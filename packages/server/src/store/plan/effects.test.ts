import { expect, test } from 'vitest';
import { wayOf } from './alike.ts';
import { Comparison } from './comparison.ts';
import { coursesAmong } from './courses.ts';
import { effectsIn } from './listed-effects.ts';

const at = '2026-11-26T09:00:00.000000Z';
const reads = {
  name: 'reader',
  roles: new Set(['reader']),
  permissions: new Set(['read']),
  admin: false,
  key: 'reader',
};

test('the same loss of 400,000 users by two paths is one effect', async () => {
  const half = (of: string) => Array.from({ length: 200_000 }, (_, no) => `${of}${no}`);
  const alike = ['one', 'other'].map((role) => ({ application: 'shop', ways: [`${role} / `], holders: half(role) }));
  const ways = new Map(['one / ', 'other / '].map((text) => [text, wayOf(text)]));
  const namesById = new Map(['one', 'other'].map((role) => [role, reads]));
  const courses = await coursesAmong(alike, ways, new Comparison(namesById, namesById), at);
  const [effect, ...more] = effectsIn(courses);
  expect(more).toEqual([]);
  expect(effect?.holders).toHaveLength(400_000);
  expect(effect?.loses).toEqual({ roles: ['reader'], permissions: ['read'] });
});

test('comparing forty thousand altered grants of one user does not block other work', async () => {
  const day = (no: number) => `${new Date(Date.parse(at) + no * 86_400_000).toISOString().slice(0, 23)}000Z`;
  const period = (no: number) => `${day(2 * no + 1)}/${day(2 * no + 2)}`;
  const texts = Array.from({ length: 40_000 }, (_, no) => `role ${period(no)} ${period(no + 1)}`);
  const ways = new Map(texts.map((text) => [text, wayOf(text)]));
  const alike = [{ application: 'shop', ways: texts, holders: ['ana'] }];
  let turns = 0;
  const other = setInterval(() => (turns += 1), 1);
  const [course] = await coursesAmong(alike, ways, new Comparison(new Map([['role', reads]]), new Map()), at);
  clearInterval(other);
  expect(course?.moments.length).toBeGreaterThan(40_000);
  expect(turns).toBeGreaterThan(1);
});
