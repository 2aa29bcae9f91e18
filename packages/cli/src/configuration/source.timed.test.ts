import { expect, test } from 'vitest';
import { processorTimes } from '../../../../scripts/processor-time.testing.ts';
import type { Fault } from './read.ts';
import { sourceOf } from './source.ts';

// Each test compares the time for a file with aliases with the time for a file of similar size without them.

function faultsIn(text: string): readonly string[] {
  const faults: Fault[] = [];
  sourceOf('a.yaml', text, new Map(), faults);
  return faults.map(({ detail }) => detail);
}

const groups = (count: number, list: (no: number) => string) =>
  `licet: 1\ngroups:\n${Array.from({ length: count }, (_, no) => `  - { name: G${no}, users: ${list(no)} }`).join('\n')}\n`;

test('refuses millions of aliased entries in less than four times the time of a plain file', async () => {
  const users = `[${Array.from({ length: 5000 }, (_, no) => `u${no}`).join(', ')}]`;
  const multiplying = groups(900, (no) => (no === 0 ? `&all ${users}` : '*all'));
  const plain = groups(900, (no) => (no === 0 ? users : '[ana]'));
  const { refusing, reading } = await processorTimes(
    { refusing: () => faultsIn(multiplying), reading: () => expect(faultsIn(plain)).toEqual([]) },
    2,
  );
  expect(refusing).toBeLessThan(4 * reading);
  expect(faultsIn(multiplying)[0]).toMatch(/^The aliases of the file expand to more than/);
});

test('reports errors behind thousands of aliases in less than eight times the time without aliases', async () => {
  const fault = '[12]';
  const aliases = groups(8000, (no) => (no === 0 ? `&all ${fault}` : no % 2 ? '*all' : `&a${no} [ana]`));
  const written = groups(8000, (no) => (no === 0 || no % 2 ? fault : '[ana]'));
  const { following, reading } = await processorTimes(
    {
      following: () => expect(faultsIn(aliases)).not.toEqual([]),
      reading: () => expect(faultsIn(written)).not.toEqual([]),
    },
    2,
  );
  expect(following).toBeLessThan(8 * reading);
});
