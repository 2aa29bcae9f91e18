import type { Holder } from '@licet/contract';
import { expect, test } from 'vitest';
import { holderCells } from './holder-cells.ts';
import { holderRows } from './holder-rows.ts';

const path = (grant: string, groups: string[], roles: string[]) => ({
  grant,
  groups: groups.map((name) => ({ id: name, name })),
  roles: roles.map((name) => ({ id: name, name })),
  admin: false,
  starts: '2026-02-12T09:00:00Z',
  ends: null,
  reason: '',
  request: null,
});
const holder = (paths: Holder['paths'], pathCount = paths.length): Holder => ({
  user: { kind: 'user', id: '1', name: 'Maya "M" Lindqvist', detail: 'maya' },
  admin: false,
  paths,
  pathCount,
});

test('a holder is who, by which path, since when, and in how many ways', () => {
  expect(holderCells(holder([path('g', ['Finance'], ['controller', 'approver'])], 4))).toEqual([
    'maya',
    'Maya "M" Lindqvist',
    '1',
    'Finance > controller > approver',
    '2026-02-12T09:00:00Z',
    '',
    '4',
  ]);
  expect(holderCells(holder([path('g', [], [])]))[3]).toBe('granted alone');
});

test('each way takes a line, and a fifth one is only counted', () => {
  const ways = ['a', 'b', 'c', 'd'].map((id) => path(id, [], [id]));
  expect(holderRows([holder(ways, 5)]).map(({ kind, more }) => [kind, more])).toEqual([
    ['first', 0],
    ['also', 0],
    ['also', 0],
    ['more', 2],
  ]);
});
