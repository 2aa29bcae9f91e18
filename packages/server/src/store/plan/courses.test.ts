import { limits } from '@licet/contract';
import { expect, test } from 'vitest';
import { newId } from '../kernel/ids.ts';
import type { Alike, Way } from './alike.ts';
import { Comparison } from './comparison.ts';
import { coursesAmong } from './courses.ts';

const role = newId();
const at = '2026-01-01T00:00:00.000000Z';
const ends = (n: number) => `${2030 + n}-01-01T00:00:00.000000Z`;

/** So many users who gain a role with so many permissions, each until another instant. */
function effects(people: number, permissions: number) {
  const names = Array.from({ length: permissions }, (_, n) => `${n}`.padStart(250, 'x'));
  const brought = { name: 'clerk', roles: new Set(['clerk']), permissions: new Set(names), admin: false };
  const ways = new Map<string, Way>();
  const alike = Array.from({ length: people }, (_, n): Alike => {
    ways.set(`${n}`, { thing: role, before: null, after: { starts: null, ends: ends(n) } } as Way);
    return { application: role, ways: [`${n}`], holders: [`${n}`] } as Alike;
  });
  const brings = new Map([[role, brought]]);
  return coursesAmong(alike, ways, new Comparison(brings, brings), at);
}

test('distinguishes users by the instants of what they gain', async () => {
  const courses = await effects(20, 3);
  expect(courses).toHaveLength(20);
  expect(courses[0]?.moments[0]?.gains.permissions).toHaveLength(3);
});

test('refuses to compute more than fits into memory', async () => {
  const permissions = 10_000;
  const people = Math.ceil(limits.planEffectsMax.value / (permissions * 250)) + 1;
  await expect(effects(people, permissions)).rejects.toMatchObject({ problem: { code: 'too_large' } });
});
