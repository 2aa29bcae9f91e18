import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pairs } from '../src/before.testing.ts';
import { type Installed, install } from './testing.ts';

const former = readFileSync(new URL('../before/licet.generated.sql', import.meta.url), 'utf8');

let database: Installed;
beforeAll(async () => {
  database = await install(former);
});
afterAll(() => database.end());

/** Returns whether jsonb can store the text. */
const held = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Returns every answer about the claims, for each name and time. */
const answers = (claims: string) => `(
  select jsonb_agg(jsonb_build_array(
    licet.can(${claims}, name, time), licet.explain(${claims}, name, time), licet.has_role(${claims}, name),
    licet.has_permission(${claims}, name), licet.is_valid(${claims}, time), licet.user_id(${claims}, time)
  ))
  from jsonb_array_elements_text(names) as name, jsonb_array_elements_text(times) as given,
    lateral (select given::double precision as time) as times
)`;

test('the former functions give claims with grants on resources exactly what they give the claims without them', async () => {
  const all = pairs().map((each) => ({ ...each, names: each.names.filter(held), times: each.times.map(String) }));
  const { rows } = await database.client.query(
    `select name, answer, plain_answer
     from (
         -- OFFSET 0 keeps PostgreSQL from parsing once for each question.
         select name, names, times, licet.parse(granted) as granted, licet.parse(plain) as plain
         from jsonb_to_recordset($1) as pair (name text, granted text, plain text, names jsonb, times jsonb)
         offset 0
       ) as pair,
       lateral (select ${answers('granted')} as answer, ${answers('plain')} as plain_answer) as asked`,
    [JSON.stringify(all)],
  );
  expect(rows.length).toBe(all.length);
  for (const { name, answer, plain_answer } of rows) expect({ name, answer }).toEqual({ name, answer: plain_answer });
});

test('the former functions know no resources', async () => {
  const named = `select array_agg(distinct proname::text order by proname::text) from pg_proc
    where pronamespace = 'licet'::regnamespace and proname in ('at', 'can', 'resources')`;
  expect(await database.one(named)).toEqual(['can']);
});
