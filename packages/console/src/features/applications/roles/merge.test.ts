import type { Role } from '@licet/contract';
import { expect, it } from 'vitest';
import { mergeChanges } from './merge.ts';

const roleOf = (id: string, ...includes: string[]): Role => ({
  id,
  name: id,
  title: '',
  builtIn: false,
  includes: includes.map((name) => ({ id: name, name })),
  permissions: 0,
  holders: 0,
  programs: 0,
  version: 1,
});
const past = '2020-01-01T00:00:00.000000Z';
const held = (id: string, ends: string | null = null, starts = past) => ({
  principal: { kind: 'user' as const, id, name: id },
  starts,
  ends,
});
const changes = (roles: Role[], replaced: ReturnType<typeof held>[] = [], standing: ReturnType<typeof held>[] = []) =>
  mergeChanges('ledger', { role: 'regional', other: 'approver' }, { roles, replaced, standing });

it('a merge grants the other role to each holder with the same end, and deletes the replaced role last', () => {
  const [roles, end] = [[roleOf('regional'), roleOf('approver')], '2999-01-01T00:00:00.000000Z'];
  expect(changes(roles, [held('ann'), held('bob', end), held('cid', null, end)])).toEqual([
    ...[
      { principal: { kind: 'user', id: 'ann' } },
      { principal: { kind: 'user', id: 'bob' }, ends: end },
      { principal: { kind: 'user', id: 'cid' }, starts: end },
    ].map((body) => ({
      call: 'grants.create',
      params: { application: 'ledger' },
      body: { ...body, gives: { kind: 'role', id: 'approver' } },
    })),
    { call: 'roles.remove', params: { application: 'ledger', role: 'regional' } },
  ]);
});

const [soon, later, late] = [
  '2997-01-01T00:00:00.000000Z',
  '2998-01-01T00:00:00.000000Z',
  '2999-01-01T00:00:00.000000Z',
];

it.each([
  ['the same one', held('ann'), [held('ann')], []],
  ['one that began later', held('ann'), [held('ann', null, '2021-01-01T00:00:00.000000Z')], []],
  ['one that ends later', held('ann', soon), [held('ann', late)], []],
  ['one of somebody else', held('ann'), [held('bob')], [{}]],
  ['one that ends sooner', held('ann', late), [held('ann', soon)], [{ starts: soon, ends: late }]],
  ['one that has not begun', held('ann'), [held('ann', null, soon)], [{ ends: soon }]],
  ['one that begins after its end', held('ann', soon), [held('ann', null, later)], [{ ends: soon }]],
  ['one in its midst', held('ann'), [held('ann', later, soon)], [{ ends: soon }, { starts: later }]],
  ['two with a gap', held('ann'), [held('ann', null, later), held('ann', soon)], [{ starts: soon, ends: later }]],
  ['one before it begins', held('ann', null, later), [held('ann', soon)], [{ starts: later }]],
  ['one until it begins and beyond', held('ann', null, soon), [held('ann', later)], [{ starts: later }]],
])('a merge grants the other role only while the holder lacks it: %s', (_, replaced, standing, periods) => {
  const made = changes([roleOf('regional'), roleOf('approver')], [replaced], standing);
  const created = made?.flatMap((change) => (change.call === 'grants.create' ? [change.body] : []));
  expect(created).toEqual(
    periods.map((period) => ({
      principal: { kind: 'user', id: 'ann' },
      gives: { kind: 'role', id: 'approver' },
      ...period,
    })),
  );
});

it('each role that included the replaced role includes the other one after a merge, without a duplicate', () => {
  const roles = [roleOf('regional'), roleOf('approver'), roleOf('chief', 'regional', 'approver', 'clerk'), roleOf('x')];
  expect(changes(roles)?.[0]).toEqual({
    call: 'roles.update',
    params: { application: 'ledger', role: 'chief' },
    ifMatch: 1,
    body: { includes: ['approver', 'clerk'] },
  });
});

it('a merge is not offered for a role and one that it includes, directly or through another role', () => {
  expect(changes([roleOf('regional', 'middle'), roleOf('middle', 'approver'), roleOf('approver')])).toBeUndefined();
  expect(changes([roleOf('regional'), roleOf('approver', 'regional')])).toBeUndefined();
});

it('a merge is not offered if it needs more changes than a plan can hold', () => {
  const roles = [roleOf('regional'), roleOf('approver')];
  const many = Array.from({ length: 1000 }, (_, n) => held(`user ${n}`));
  expect(changes(roles, many)).toBeUndefined();
  expect(changes(roles, many.slice(1))).toHaveLength(1000);
});
