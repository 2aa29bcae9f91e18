import { expect, test } from 'vitest';
import { identifier, literal, sql } from './sql.ts';

test('identifier() accepts only names', () => {
  for (const name of ['users', 'x.no_from', 'pg_temp.opened_grants']) expect(identifier(name).text).toBe(name);
  for (const name of ['', 'users f', 'x.id; drop table users', "a'b", 'a"b', '1', 'x.', 'count(*)'])
    expect(() => identifier(name)).toThrow(`“${name}” is no name`);
});

test('literal() quotes a value in the text instead of sending a parameter', () => {
  const { text, values } = sql`select ${literal("it's")}, ${literal(20)}, ${'sent'}`;
  expect(text).toBe("select 'it''s', 20, $1");
  expect(values).toEqual(['sent']);
});
