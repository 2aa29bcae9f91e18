import { execFileSync } from 'node:child_process';
import type { Holder } from '@licet/contract';
import { expect, test } from 'vitest';
import { readExplain } from './address.ts';
import { holderCells, holderRows } from './holders.tsx';
import { canCommand } from './may-answer.tsx';
import { groupsOf } from './verdict.tsx';
import { isThrough, waysOf } from './ways-summary.tsx';

test('reads the question from the address, and drops invalid parts', () => {
  expect(
    readExplain({
      ask: 'who',
      permission: 's3:GetObject',
      application: 'ledger',
      at: '2026-03-03T13:00:00Z',
      cursor: '',
      user: [],
      x: 1,
    }),
  ).toEqual({ ask: 'who', permission: 's3:GetObject', application: 'ledger', at: '2026-03-03T13:00:00.000Z' });
});

test('reads an invalid date as now', () => {
  expect(readExplain({ permission: '42', at: 'yesterday-ish' })).toEqual({ permission: '42' });
});

test('builds the licet can command for a question', () => {
  expect(canCommand('maya.lindqvist', 's3:GetObject', 'ledger')).toBe(
    'licet can maya.lindqvist s3:GetObject --application ledger',
  );
});

test('adds a past instant to the command', () => {
  expect(canCommand('maya', 'invoices.refund', 'ledger', '2026-11-23T23:45:18.428Z')).toBe(
    'licet can maya invoices.refund --application ledger --at 2026-11-23T23:45:18.428Z',
  );
});

test('never turns a name into a flag of the command', () => {
  expect(canCommand('-maya', '=refund', 'ledger')).toBe("licet can --application ledger -- -maya '=refund'");
});

test('quotes any permission name so that a shell reads it as one word and runs nothing', () => {
  for (const name of ["it's", '$(id)', 'a b', '`id`', 'a;b', '"x"', '$HOME', '\\']) {
    const command = canCommand('maya', name, 'ledger').replace(/^licet/, `printf '%s\\n'`);
    expect(execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' }).split('\n')[2]).toBe(name);
  }
});

const path = (grant: string, groups: string[], roles: string[]) => ({
  grant,
  groups: groups.map((name) => ({ id: name, name })),
  roles: roles.map((name) => ({ id: name, name })),
  admin: false,
  starts: '2026-02-12T09:00:00Z',
  joined: null,
  ends: null,
  grantedBy: 'Ingrid Solheim',
  reason: '',
  request: null,
});
const holder = (paths: Holder['paths'], pathCount = paths.length): Holder => ({
  user: { kind: 'user', id: '1', name: 'Maya "M" Lindqvist', detail: 'maya' },
  admin: false,
  paths,
  pathCount,
});

test('exports each holder with a path, its start and the number of paths', () => {
  expect(holderCells(holder([path('g', ['Finance'], ['controller', 'approver'])], 4))).toEqual([
    'maya',
    'Maya "M" Lindqvist',
    '1',
    'Finance > controller > approver',
    '2026-02-12T09:00:00Z',
    '',
    '4',
  ]);
  expect(holderCells(holder([path('g', [], [])]))[3]).toBe('granted directly');
});

test('the export says that a holder has too many paths to list', () => {
  const [path = '', , , count] = holderCells({ ...holder([]), pathCount: 0, tooManyPaths: true }).slice(3);
  expect([path, count]).toEqual(['', 'too many paths to list: check the access of this user on its own']);
});

test('lists the first three paths of a holder and counts the others', () => {
  const ways = ['a', 'b', 'c', 'd'].map((id) => path(id, [], [id]));
  expect(holderRows([holder(ways, 5)]).map(({ kind, more }) => [kind, more])).toEqual([
    ['first', 0],
    ['also', 0],
    ['also', 0],
    ['more', 2],
  ]);
});

test('groups paths by the granted role, in the order of their first path', () => {
  const paths = [
    path('a', ['Finance leads'], ['approver']),
    path('b', [], []),
    path('c', [], ['controller', 'approver']),
    path('d', ['Regional desk'], ['approver']),
    { ...path('e', [], []), admin: true },
  ];
  expect(groupsOf(paths).map(({ role, paths: own }) => [role, own.map(({ grant }) => grant)])).toEqual([
    ['approver', ['a', 'd']],
    [undefined, ['b']],
    ['controller', ['c']],
    ['admin', ['e']],
  ]);
});

test('counts the holders by what gives them their access, each holder once for each way', () => {
  const both = holder([path('g', ['Desk'], ['approver']), path('h', [], ['controller']), path('i', ['Desk'], [])]);
  const holders = [holder([path('g', ['Desk'], ['approver'])]), both, holder([path('j', [], [])])];
  expect(waysOf(holders).map(({ name, count }) => [name, count])).toEqual([
    ['Desk', 2],
    ['controller', 1],
    [undefined, 1],
  ]);
  expect(holders.map((one) => isThrough(one, 'controller'))).toEqual([false, true, false]);
});

test('exports the start of a path as the day on which the user joined its group, if that is later', () => {
  const joined = '2026-09-10T08:00:00Z';
  expect(holderCells(holder([{ ...path('g', ['Finance'], ['clerk']), joined }]))[4]).toBe(joined);
});
