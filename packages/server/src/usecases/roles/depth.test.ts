import { limits } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('limits the nesting of roles, from either end, also in a plan', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const make = (name: string, includes: readonly string[]) =>
    licet.call('roles.create', owner, { params, body: { name, includes } });
  const most = limits.nestingMax.value;
  const chain: string[] = [];
  for (let level = 0; level <= most; level += 1) chain.push((await make(`level ${level}`, chain.slice(-1))).id);
  await expect(make('one more', chain.slice(-1))).rejects.toMatchObject({
    problem: { code: 'invalid_request', detail: expect.stringContaining(`${most} levels`) },
  });
  const { id: single } = await make('single', []);
  const below = { params: { ...params, role: chain[0] ?? '' }, body: { includes: [single] } };
  expect(await licet.outcome('roles.update', owner, below)).toBe('invalid_request');
  const changes = [{ call: 'roles.update', ...below }];
  const { steps } = await licet.call('plans.make', owner, { body: { changes } });
  expect(steps[0]?.refused?.detail).toContain(`${most} levels`);
  const beside = { params: { ...params, role: chain[1] ?? '' }, body: { includes: [chain[0], single] } };
  expect(await licet.outcome('roles.update', owner, beside)).toBe('ok');
});

test('limits the nesting of groups; users still join the deepest', async () => {
  const most = limits.nestingMax.value;
  const group = async (name: string) => (await licet.call('groups.create', licet.admin, { body: { name } })).id;
  const put = (outer: string, member: string) =>
    licet.outcome('groups.addMember', licet.admin, { params: { group: outer, member } });
  let inner = await group('level 0');
  const deepest = inner;
  for (let level = 1; level <= most; level += 1) {
    const outer = await group(`level ${level}`);
    expect(await put(outer, inner)).toBe('ok');
    inner = outer;
  }
  expect(await put(await group('one more'), inner)).toBe('invalid_request');
  expect(await put(deepest, await group('deeper'))).toBe('invalid_request');
  expect(await put(deepest, (await licet.user()).userId)).toBe('ok');
});
