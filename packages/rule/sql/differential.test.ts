import assert from 'node:assert/strict';
import type pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import {
  at,
  can,
  compile,
  explain,
  hasPermission,
  hasRole,
  isValid,
  MalformedTokenError,
  type On,
  readClaims,
  type Token,
} from '../src/index.ts';
import { type Installed, install } from './testing.ts';
import { type Triple, triples } from './triples.testing.ts';

let database: Installed;
beforeAll(async () => {
  database = await install();
});
afterAll(() => database.end());

const seed = Number(process.env.LICET_DIFFERENTIAL_SEED ?? 20_261_121);
const batch = 10_000;

test('SQL and TypeScript give the same answers for any claims, name and time', async () => {
  // Among 25,000 triples, each odd form occurs many times. `npm run differential` runs a million, with any seed. In a
  // trial, 100,000 triples found each of four faults planted in licet.sql:
  // - an `exp` too small for a double
  // - `now = exp` in is_valid
  // - `now = exp` in explain
  // - `now` without a lower bound
  const count = Number(process.env.LICET_DIFFERENTIAL ?? 25_000);
  const next = triples(seed);
  const seen = new Map<string, number>();
  let left = count;
  const worker = async () => {
    const client = await database.connect();
    while (left > 0) {
      const some = Array.from({ length: Math.min(batch, left) }, next);
      left -= some.length;
      const asked = inSql(client, some);
      const expected = withoutStacks(() => some.map(inTypeScript));
      const answers = await asked;
      some.forEach((each, i) => {
        assert.equal(answers[i], expected[i], JSON.stringify(each));
        const reason = expected[i]?.split(' ')[1] ?? '';
        seen.set(reason, (seen.get(reason) ?? 0) + 1);
      });
    }
  };
  const since = performance.now();
  await Promise.all([worker(), worker()]);
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`${count} triples, seed ${seed}, PostgreSQL ${database.version}: ${seconds} s`, Object.fromEntries(seen));
  for (const reason of ['admin', 'listed', 'not-listed', 'incomplete', 'expired', 'malformed']) {
    assert.ok((seen.get(reason) ?? 0) > count / 200, `${reason} is rare: ${seen.get(reason)} of ${count}`);
  }
});

const question = `
  select string_agg(
    concat_ws(' ',
      concat(licet.is_valid(claims, now)::int, licet.has_role(claims, name)::int, licet.has_permission(claims, name)::int,
        licet.can(claims, name, now)::int, licet.can(claims, name, now, path)::int,
        licet.has_role(licet.at(claims, path), name)::int, (path && licet.resources(claims, name, now))::int),
      there ->> 'reason', decision ->> 'reason', decision ->> 'permitted', coalesce(decision ->> 'since', '-'),
      coalesce(licet.malformed(claims), '-')),
    E'\\n' order by place)
  from (
    select place, name, now::double precision, licet.parse(text) as claims,
      array(select jsonb_array_elements_text(path::jsonb)) as path
    from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as asked (text, name, now, path, place)
    offset 0
  ) as asked,
  lateral (
    select licet.explain(claims, name, now) as decision, licet.explain(claims, name, now, path) as there
    offset 0
  ) as answered`;

async function inSql(client: pg.Client, some: readonly Triple[]): Promise<string[]> {
  const columns = [
    some.map((each) => each.text),
    some.map((each) => each.name),
    some.map((each) => (each.now === null ? null : String(each.now))),
    some.map((each) => JSON.stringify(each.path)),
  ];
  const { rows } = await client.query({ text: question, values: columns, rowMode: 'array' });
  const [[answers]] = rows as [[string]];
  // PostgreSQL prints the expiry as it was written, while JavaScript prints it as a double.
  return answers.split('\n').map((line) => line.replace(/(?<=expired false )\S+/, (digits) => String(Number(digits))));
}

function inTypeScript({ text, name, now, path }: Triple): string {
  const claims = heldByJsonb(text) as Token;
  const [asked, time, on] = [name as string, now as number, path as On];
  const answers = [
    isValid(claims, time),
    hasRole(claims, asked),
    hasPermission(claims, asked),
    can(claims, asked, time),
    can(claims, asked, time, on),
    hasRole(at(claims, on), asked),
    names(claims, asked, time).some((each) => path.includes(each)),
  ];
  const decision = explain(claims, asked, time);
  const since = 'since' in decision ? String(decision.since) : '-';
  return `${answers.map(Number).join('')} ${explain(claims, asked, time, on).reason} ${decision.reason} ${decision.permitted} ${since} ${malformed(claims)}`;
}

/** Returns the resources on which the claims permit it, beside what holds everywhere. */
function names(claims: Token, asked: string, time: number): readonly string[] {
  if (claims?.on === undefined || !isValid(claims, time)) return [];
  return claims.on
    .filter((each) => compile({ ...claims, roles: each.roles ?? [], permissions: each.permissions ?? [] }).can(asked))
    .flatMap((each) => each.resources);
}

const huge = /e[-+]?0*[1-9]\d{4}/i;

/** Returns the payload. Returns undefined if it is not JSON, or if jsonb cannot store one of its strings or numbers. */
function heldByJsonb(text: string): unknown {
  try {
    const claims: unknown = JSON.parse(text);
    const strings = /"(?:[^"\\]|\\.)*"/g;
    for (const [string] of text.includes('\\u') ? text.matchAll(strings) : []) {
      const content: string = JSON.parse(string);
      if (content.includes('\0') || !content.isWellFormed()) return undefined;
    }
    return huge.test(text) && huge.test(text.replace(strings, '')) ? undefined : claims;
  } catch {
    return undefined;
  }
}

/**
 * Runs `work` without recording stack traces. Half of the claims are malformed, and recording the traces would take
 * most of the time.
 */
function withoutStacks<T>(work: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function malformed(claims: unknown): string {
  if (claims === undefined) return 'payload';
  try {
    readClaims(claims);
    return '-';
  } catch (error) {
    assert.ok(error instanceof MalformedTokenError);
    return error.code;
  }
}
