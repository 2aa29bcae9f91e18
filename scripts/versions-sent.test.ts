import { globSync, readFileSync } from 'node:fs';
import { type CallId, callList } from '@licet/contract';
import { expect, test } from 'vitest';

test('the console sends the version that it read with every call that takes one', () => {
  const versioned = new Set<string>(callList.flatMap(([id, call]) => (call.ifMatch ? [id] : [])));
  const without: string[] = [];
  for (const path of globSync('packages/console/src/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })) {
    const code = readFileSync(path, 'utf8');
    for (const match of code.matchAll(/\b(?:client|api)\.(\w+)\.(\w+)\(/g)) {
      const [called, noun = '', verb = ''] = match;
      const id = `${noun}.${verb}`;
      if (!versioned.has(id) || byState.has(id)) continue;
      if (!/\bifMatch\b/.test(argumentsAt(code, match.index + called.length))) without.push(`${path}: ${id}`);
    }
  }
  expect(without).toEqual([]);
});

/** These calls compare the user's status instead of the version, because a changed name must not block a suspension. */
const byState: ReadonlySet<string> = new Set<CallId>(['users.suspend', 'users.reactivate']);

/** Returns the arguments of a call. `from` is the index after the opening bracket. */
function argumentsAt(code: string, from: number): string {
  let depth = 1;
  let end = from;
  for (; depth > 0 && end < code.length; end += 1) depth += { '(': 1, ')': -1 }[code[end] ?? ''] ?? 0;
  return code.slice(from, end);
}
