import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import {
  can,
  compile,
  decode,
  explain,
  hasPermission,
  hasRole,
  isValid,
  MalformedTokenError,
  type Token,
} from './index.ts';

type Case = {
  name: string;
  call: string;
  token?: string;
  payload?: string;
  claims?: unknown;
  now?: unknown;
  role?: string;
  permission?: string;
  ask?: { can?: string; hasRole?: string; expect: boolean }[];
  expect?: unknown;
};

const folder = new URL('../vectors/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'schema.json');
let count = 0;

for (const file of files) {
  const { cases } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { cases: Case[] };
  count += cases.length;
  describe(file, () => {
    for (const each of cases) test(each.name, () => run(each));
  });
}

test('there are at least 200 cases', () => assert.ok(count >= 200, String(count)));

function run(each: Case): void {
  if (each.call === 'decode') {
    assert.deepEqual(decoded(each), each.expect);
    return;
  }
  const token = (each.payload === undefined ? each.claims : JSON.parse(each.payload)) as Token;
  const now = (
    each.now !== null && typeof each.now === 'object' && 'float' in each.now ? Number(each.now.float) : each.now
  ) as number;
  const role = each.role as string;
  const permission = each.permission as string;
  if (each.call === 'compile') {
    const compiled = compile(token);
    for (const ask of each.ask ?? [])
      assert.equal(
        'can' in ask ? compiled.can(ask.can as string) : compiled.hasRole(ask.hasRole as string),
        ask.expect,
      );
    return;
  }
  const answers: Record<string, () => unknown> = {
    isValid: () => isValid(token, now),
    hasRole: () => hasRole(token, role),
    hasPermission: () => hasPermission(token, permission),
    can: () => can(token, permission, now),
    explain: () => explain(token, permission, now),
  };
  assert.deepEqual(answers[each.call]?.(), each.expect);
}

function decoded(each: Case): unknown {
  const token = each.token ?? `e30.${Buffer.from(each.payload ?? '').toString('base64url')}.`;
  try {
    return { token: JSON.parse(JSON.stringify(decode(token))) };
  } catch (error) {
    assert.ok(error instanceof MalformedTokenError);
    return { malformed: error.code };
  }
}
