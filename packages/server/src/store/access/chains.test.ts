import { expect, test } from 'vitest';
import { chainsFrom } from './chains.ts';

const name = (node: string) => node;

test('the start has one way to itself, of no step', () => {
  expect(chainsFrom('a', new Map(), 20, name)).toEqual(new Map([['a', { count: 1, shortest: [[]] }]]));
});

test('the shortest ways come first, equal ones by name', () => {
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

test('a node that a long and a short way lead to is finished after both', () => {
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

test('sixty diamonds in a row have 2^60 ways: they are counted as far as a number is exact, and twenty are shown', () => {
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

test('a circle, which the database refuses, does not hang it', () => {
  const edges = new Map([
    ['a', ['b']],
    ['b', ['a', 'c']],
  ]);
  expect(chainsFrom('a', edges, 20, name).has('c')).toBe(true);
});
