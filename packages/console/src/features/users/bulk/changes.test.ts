import type { Grant } from '@licet/contract';
import { expect, it } from 'vitest';
import { memberships, newGrants, type PickedUser, revocations, suspensions } from './changes.ts';

const users: readonly PickedUser[] = [
  { id: 'u1', name: 'Maya', status: 'active' },
  { id: 'u2', name: 'Omar', status: 'suspended' },
  { id: 'u3', name: 'Noor', status: 'invited' },
];

it('suspends each user once, and leaves out those who are suspended already', () => {
  const { wanted, skipped } = suspensions(users);
  expect(wanted.map(({ change }) => change)).toEqual([
    { call: 'users.suspend', params: { user: 'u1' } },
    { call: 'users.suspend', params: { user: 'u3' } },
  ]);
  expect(skipped).toEqual([{ name: 'Omar', why: 'is already suspended.' }]);
});

it('adds the selected users to a group, except those who are already members', () => {
  expect(memberships(users, 'g').wanted).toHaveLength(3);
  const { wanted, skipped } = memberships(users, 'g', new Set(['u3', 'not selected']));
  expect(wanted.map(({ change }) => change)).toEqual([
    { call: 'groups.addMember', params: { group: 'g', member: 'u1' } },
    { call: 'groups.addMember', params: { group: 'g', member: 'u2' } },
  ]);
  expect(skipped).toHaveLength(1);
});

it('grants the same role with the same end and reason to each user', () => {
  const gives = { id: 'r', label: 'clerk', kind: 'role', application: 'ledger' } as const;
  const { wanted } = newGrants(users.slice(0, 1), gives, null, 'Month end');
  expect(wanted.map(({ change }) => change)).toEqual([
    {
      call: 'grants.create',
      params: { application: 'ledger' },
      body: {
        principal: { kind: 'user', id: 'u1' },
        gives: { kind: 'role', id: 'r' },
        ends: null,
        reason: 'Month end',
      },
    },
  ]);
});

it('revokes every direct grant of the selected users, and none of others', () => {
  const grant = (id: string, holder: string) =>
    ({ id, application: 'ledger', principal: { kind: 'user', id: holder, name: holder } }) as Grant;
  const { wanted } = revocations(users, [grant('g1', 'u1'), grant('g2', 'stranger'), grant('g3', 'u1')]);
  expect(wanted.map(({ change }) => change)).toEqual([
    { call: 'grants.revoke', params: { application: 'ledger', grant: 'g1' } },
    { call: 'grants.revoke', params: { application: 'ledger', grant: 'g3' } },
  ]);
});
