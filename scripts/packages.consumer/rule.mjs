// Checks the packed rule against its own test vectors.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { at, can, compile, decode, explain, hasPermission, hasRole, isValid, MalformedTokenError } from '@licet/rule';
import listed from '@licet/rule/vectors/can.json' with { type: 'json' };

assert.ok(listed.cases.length > 10);
assert.match(readFileSync(fileURLToPath(import.meta.resolve('@licet/rule/sql/licet.sql')), 'utf8'), /create .*schema/i);
assert.throws(() => import.meta.resolve('@licet/rule/sql'));
const folder = new URL('.', import.meta.resolve('@licet/rule/vectors/can.json'));
const files = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.json') && name !== 'schema.json');
const cases = files.flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')).cases);
assert.ok(cases.length >= 200);
for (const each of cases) assert.deepEqual(answer(each), expected(each), each.name);

function answer({ call, token, payload, claims, now, role, permission, on, ask = [] }) {
  const held = payload === undefined || call === 'decode' ? claims : JSON.parse(payload);
  const time = typeof now === 'object' && now !== null && 'float' in now ? Number(now.float) : now;
  const answers = {
    decode: () => decoded(token ?? `e30.${Buffer.from(payload).toString('base64url')}.`),
    at: () => asked(at(held, on), ask),
    compile: () => asked(held, ask),
    isValid: () => isValid(held, time),
    hasRole: () => hasRole(held, role),
    hasPermission: () => hasPermission(held, permission),
    can: () => can(held, permission, time, on),
    explain: () => explain(held, permission, time, on),
  };
  return answers[call]();
}

function asked(token, questions) {
  const everywhere = compile(token);
  return questions.map((it) => {
    const there = 'on' in it ? everywhere.at(it.on) : everywhere;
    return 'can' in it ? there.can(it.can) : there.hasRole(it.hasRole);
  });
}

function expected({ expect, ask }) {
  return ask === undefined ? expect : ask.map((it) => it.expect);
}

function decoded(token) {
  try {
    const { on, ...rest } = decode(token);
    return { token: JSON.parse(JSON.stringify(on.length > 0 ? { ...rest, on } : rest)) };
  } catch (error) {
    assert.ok(error instanceof MalformedTokenError);
    return { malformed: error.code };
  }
}
