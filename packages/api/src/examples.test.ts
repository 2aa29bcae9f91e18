import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import * as rule from '@licet/rule';
import * as express from 'express';
import * as fastify from 'fastify';
import * as hono from 'hono';
import { expect, test } from 'vitest';
import * as forExpress from './express.ts';
import * as forFastify from './fastify.ts';
import * as forFetch from './fetch.ts';
import * as forHono from './hono.ts';
import * as api from './index.ts';

const modules: Record<string, object> = {
  express,
  fastify,
  hono,
  '@licet/rule': rule,
  '@licet/api': api,
  '@licet/api/express': forExpress,
  '@licet/api/fastify': forFastify,
  '@licet/api/fetch': forFetch,
  '@licet/api/hono': forHono,
};
const here = new URL('./', import.meta.url);
const sources = readdirSync(here).filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing\./.test(name));
const examples = [
  ...[...readFileSync(new URL('../README.md', here), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map((found) => ({
    from: 'README.md',
    code: found[1] ?? '',
  })),
  ...sources.flatMap((from) =>
    [...readFileSync(new URL(from, here), 'utf8').matchAll(/@example\n([\s\S]*?)\*\//g)].map((found) => ({
      from,
      code: (found[1] ?? '').replace(/^ \* ?/gm, ''),
    })),
  ),
];

test('the documentation has examples', () => expect(examples.length).toBeGreaterThan(7));

for (const [index, { from, code }] of examples.entries())
  test(`example ${index + 1}, of ${from}, returns the answers that it states`, async () => {
    const body = stripTypeScriptTypes(code)
      .replace(/^import (\{.*\}) from '(.*)';$/gm, "const $1 = modules['$2'];")
      .replace(/^import (\w+) from '(.*)';$/gm, "const $1 = modules['$2'].default;")
      .replace(
        /^(\w\S*); \/\/ (.+)$/gm,
        (_, asked: string, answer: string) => `assert.deepEqual((${asked}), (${answer}));`,
      );
    expect(body).not.toContain('import ');
    const run = new Function('modules', 'assert', `return (async () => {\n${body}\n})()`);
    await run(modules, assert);
  });
