import { expect, test } from 'vitest';
import { chainsFrom } from './chains.ts';

const name = (node: string) => node;

test('the start has one path to itself, without a step', () => {
  expect(chainsFrom('a', new Map(), 20, name)).toEqual(new Map([['a', { count: 1, shortest: [[]] }]]));
});

test('the shortest paths come first, equal ones by name', () => {
  const edges = new Map([
    ['a', ['c', 'b', 'd']],
    ['b', ['d']],
    ['c', ['d']],
  ]);
  expect(chainsFrom('a', edges, 20, name).get('d')).toEqual({
    count: 3,
    shortest: [['d'], ['b', 'd'], ['c', 'd']],
  });
});

test('a node reached by a long and a short path is finished after both', () => {
  const edges = new Map([
    ['a', ['e', 'b']],
    ['b', ['c']],
    ['c', ['e']],
    ['e', ['f']],
  ]);
  expect(chainsFrom('a', edges, 20, name).get('f')).toEqual({
    count: 2,
    shortest: [
      ['e', 'f'],
      ['b', 'c', 'e', 'f'],
    ],
  });
});

test('counts the 2^60 paths of sixty diamonds as far as a number is exact, and shows twenty', () => {
  const edges = new Map<string, string[]>();
  for (let i = 0; i < 60; i += 1) {
    edges.set(`n${i}`, [`n${i}left`, `n${i}right`]);
    edges.set(`n${i}left`, [`n${i + 1}`]);
    edges.set(`n${i}right`, [`n${i + 1}`]);
  }
  const chains = chainsFrom('n0', edges, 20, name);
  expect(chains.get('n60')?.count).toBe(Number.MAX_SAFE_INTEGER);
  expect(chains.get('n60')?.shortest.length).toBe(20);
  expect(chains.get('n40')?.count).toBe(2 ** 40);
});

test('does not hang on a cycle, which the database refuses', () => {
  const edges = new Map([
    ['a', ['b']],
    ['b', ['a', 'c']],
  ]);
  expect(chainsFrom('a', edges, 20, name).has('c')).toBe(true);
});
