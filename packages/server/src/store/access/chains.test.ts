import { expect, test } from 'vitest';
import { chainsFrom } from './chains.ts';

const name = (node: string) => node;

test('the start has one path to itself, without steps', async () => {
  expect(await chainsFrom('a', new Map(), 20, name)).toEqual(new Map([['a', { count: 1, shortest: [[]] }]]));
});

test('paths are sorted by length, then by name', async () => {
  const edges = new Map([
    ['a', ['c', 'b', 'd']],
    ['b', ['d']],
    ['c', ['d']],
  ]);
  expect((await chainsFrom('a', edges, 20, name)).get('d')).toEqual({
    count: 3,
    shortest: [['d'], ['b', 'd'], ['c', 'd']],
  });
});

test('paths through a node include both the short and the long path to it', async () => {
  const edges = new Map([
    ['a', ['e', 'b']],
    ['b', ['c']],
    ['c', ['e']],
    ['e', ['f']],
  ]);
  expect((await chainsFrom('a', edges, 20, name)).get('f')).toEqual({
    count: 2,
    shortest: [
      ['e', 'f'],
      ['b', 'c', 'e', 'f'],
    ],
  });
});

test('the count of 2^60 paths stops at the largest exact number, and twenty paths are returned', async () => {
  const edges = new Map<string, string[]>();
  for (let i = 0; i < 60; i += 1) {
    edges.set(`n${i}`, [`n${i}left`, `n${i}right`]);
    edges.set(`n${i}left`, [`n${i + 1}`]);
    edges.set(`n${i}right`, [`n${i + 1}`]);
  }
  const chains = await chainsFrom('n0', edges, 20, name);
  expect(chains.get('n60')?.count).toBe(Number.MAX_SAFE_INTEGER);
  expect(chains.get('n60')?.shortest.length).toBe(20);
  expect(chains.get('n40')?.count).toBe(2 ** 40);
});

test('the search for paths ends on a cycle', async () => {
  const edges = new Map([
    ['a', ['b']],
    ['b', ['a', 'c']],
  ]);
  expect((await chainsFrom('a', edges, 20, name)).has('c')).toBe(true);
});
