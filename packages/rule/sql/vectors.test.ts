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
    can: () => ask('licet.can(licet.parse($1), $2, $3)', each.permission, now),
    explain: () => ask('licet.explain(licet.parse($1), $2, $3)', each.permission, now),
    decode: () => decoded(claims),
    compile: async () => {
      const found: unknown[] = [];
      for (const question of each.ask ?? []) {
        found.push(
          'can' in question
            ? await ask('licet.can(licet.parse($1), $2, $3)', question.can, -Number.MAX_VALUE) // A `now` before every expiry, because `compile` ignores the expiry.
            : await ask('licet.has_role(licet.parse($1), $2)', question.hasRole),
        );
      }
      return found;
    },
  };
  return answers[each.call]?.();
}

async function decoded(payload: string): Promise<unknown> {
  const code = await database.one('select licet.malformed(licet.parse($1))', [payload]);
  if (code !== null) return { malformed: code };
  const token = await database.one(
    `select jsonb_strip_nulls(jsonb_build_object(
       'sub', claims ->> 'sub', 'roles', coalesce(claims -> 'roles', '[]'),
       'permissions', coalesce(claims -> 'permissions', '[]'), 'permissions_ref', claims ->> 'permissions_ref',
       'exp', licet.expiry(claims)))
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
  return [each.now, each.role, each.permission].every((it, i) =>
    i === 0
      ? it === undefined || it === null || typeof it === 'number'
      : it === undefined || it === null || typeof it === 'string',
  );
}
