import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as eventStream from './event-stream.ts';
import * as index from './index.ts';

const rule = { ...index, ...eventStream };

const here = new URL('./', import.meta.url);
const sources = readdirSync(here).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
const examples = [
  ...[...readFileSync(new URL('../README.md', here), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map((m) => ({
    from: 'README.md',
    code: m[1] ?? '',
  })),
  ...sources.flatMap((from) =>
    [...readFileSync(new URL(from, here), 'utf8').matchAll(/@example\n([\s\S]*?)\*\//g)].map((m) => ({
      from,
      code: (m[1] ?? '').replace(/^ \* ?/gm, ''),
    })),
  ),
];

test('the documentation has examples', () => expect(examples.length).toBeGreaterThan(8));

for (const [index, { from, code }] of examples.entries())
  test(`example ${index + 1}, of ${from}, returns the answers that it states`, () => {
    const body = code
      .replace(/^import \{(.*)\} from '@licet\/rule(?:\/event-stream)?';$/gm, 'const {$1} = rule;')
      .replace(
        /^(\S.*); \/\/ (.+)$/gm,
        (_, asked: string, answer: string) => `assert.deepEqual((${asked}), (${answer}));`,
      );
    new Function('rule', 'assert', body)(rule, assert);
  });
