import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Case, expected, seconds } from '../src/cases.testing.ts';
import { allThemes } from '../src/vectors.testing.ts';
import { type Installed, install } from './testing.ts';

let database: Installed;
beforeAll(async () => {
  database = await install();
});
afterAll(() => database.end());

// The cases with a compact token are skipped, because SQL does not parse tokens. A database receives claims that were
// verified elsewhere.
const themes = allThemes();
const runnable = (cases: readonly Case[]) => cases.filter((each) => each.token === undefined && typed(each));

for (const { file, cases } of themes) {
  describe(file, () => {
    for (const each of runnable(cases)) {
      test(each.name, async () => assert.deepEqual(await answer(each), expectedOf(each)));
    }
  });
}

test('only cases with a compact token or with values of a wrong type are skipped', () => {
  const all = themes.flatMap(({ cases }) => cases);
  const run = runnable(all);
  assert.ok(run.length >= 300, `${run.length} of ${all.length}`);
  for (const each of all.filter((it) => !run.includes(it))) assert.ok(each.token !== undefined || each.untyped);
});

async function answer(each: Case): Promise<unknown> {
  const claims = each.payload ?? JSON.stringify(each.claims);
  const now = seconds(each.now);
  const ask = (sql: string, ...more: unknown[]) => database.one(`select ${sql}`, [claims, ...more]);
  const answers: Record<string, () => Promise<unknown>> = {
    isValid: () => ask('licet.is_valid(licet.parse($1), $2)', now),
    hasRole: () => ask('licet.has_role(licet.parse($1), $2)', each.role),
    hasPermission: () => ask('licet.has_permission(licet.parse($1), $2)', each.permission),
    can: () =>
      'on' in each
        ? ask('licet.can(licet.parse($1), $2, $3, $4)', each.permission, now, path(each.on))
        : ask('licet.can(licet.parse($1), $2, $3)', each.permission, now),
    explain: () =>
      'on' in each
        ? ask('licet.explain(licet.parse($1), $2, $3, $4)', each.permission, now, path(each.on))
        : ask('licet.explain(licet.parse($1), $2, $3)', each.permission, now),
    at: () => questions(each, 'licet.at(licet.parse($1), $2)', path(each.on ?? [])),
    compile: () => questions(each, 'licet.parse($1)'),
    decode: () => decoded(claims),
  };
  return answers[each.call]?.();
}

/** Returns the answers about the claims that `source` returns in SQL. */
async function questions(each: Case, source: string, ...given: unknown[]): Promise<readonly unknown[]> {
  const claims = await database.one(`select ${source}`, [each.payload ?? JSON.stringify(each.claims), ...given]);
  const ask = (sql: string, ...more: unknown[]) => database.one(`select ${sql}`, [JSON.stringify(claims), ...more]);
  // A `now` before every expiry, because the questions ignore the expiry.
  const now = -Number.MAX_VALUE;
  const found: unknown[] = [];
  for (const question of each.ask ?? []) {
    const place = path(question.on ?? []);
    found.push(
      question.can === undefined
        ? await ask('licet.has_role(licet.at(licet.parse($1), $2), $3)', place, question.hasRole)
        : await ask('licet.can(licet.parse($1), $2, $3, $4)', question.can, now, place),
    );
  }
  return found;
}

/** Returns the `on` of a case as the argument of a function in SQL. */
function path(on: unknown): unknown {
  return typeof on === 'string' ? [on] : on;
}

async function decoded(payload: string): Promise<unknown> {
  const code = await database.one('select licet.malformed(licet.parse($1))', [payload]);
  if (code !== null) return { malformed: code };
  const token = await database.one(
    `select jsonb_strip_nulls(jsonb_build_object(
       'sub', claims ->> 'sub', 'roles', coalesce(claims -> 'roles', '[]'),
       'permissions', coalesce(claims -> 'permissions', '[]'), 'permissions_ref', claims ->> 'permissions_ref',
       'on', (
         select jsonb_agg(jsonb_build_object(
           'resources', item -> 'resources', 'roles', coalesce(item -> 'roles', '[]'),
           'permissions', coalesce(item -> 'permissions', '[]')))
         from jsonb_array_elements(claims -> 'on') as each (item)),
       'on_ref', claims ->> 'on_ref', 'exp', licet.expiry(claims)))
     from licet.parse($1) as claims`,
    [payload],
  );
  return { token };
}

/**
 * Returns the expected result in PostgreSQL. A payload with NUL or a lone surrogate is malformed, because jsonb cannot
 * store it.
 */
function expectedOf(each: Case): unknown {
  const held = !(each.parsers ?? []).some((it) => it === 'nul' || it === 'lone-surrogate');
  if (held) return expected(each);
  return each.call === 'decode' ? { malformed: 'payload' } : false;
}

function typed(each: Case): boolean {
  if (!each.untyped) return true;
  const text = (it: unknown) => it === undefined || it === null || typeof it === 'string';
  const places = [each, ...(each.ask ?? [])].map((it) => it.on);
  return (
    (each.now === undefined || each.now === null || typeof each.now === 'number') &&
    [each.role, each.permission].every(text) &&
    places.every((it) => text(it) || (Array.isArray(it) && it.every(text)))
  );
}
