import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { appearanceChange } from '../nouns/appearance.ts';
import { newGroup } from '../nouns/groups.ts';
import { newReview } from '../nouns/reviews.ts';
import { faultOfIssue, meant, reasonOfIssue } from './index.ts';

const folder = fileURLToPath(new URL('../', import.meta.url));

it('every error sentence of a schema has a reason', () => {
  const files = globSync('{nouns,configuration,.}/*.ts', { cwd: folder });
  const sentences = files
    .filter((file) => !/\.test\.|limits?\.ts|errors\.ts|client\.ts/.test(file))
    .flatMap((file) => [
      ...readFileSync(folder + file, 'utf8').matchAll(
        /(?:\b(?:error|message): |\.(?:int|min|max|regex|refine)\((?:[^()\n]*, )?)['`][A-Z$].*/g,
      ),
    ])
    .map(([found]) => found);
  expect(sentences).toEqual([]);
  expect(files.length).toBeGreaterThan(60);
});

const issuesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { reportInput: true }).error?.issues ?? expect.fail('It was taken.');
const faultOf = (schema: z.ZodType, value: unknown) => faultOfIssue(issuesOf(schema, value)[0] ?? expect.fail());

describe('the fault of a Zod issue', () => {
  it('has the reason and the values that the schema gives', () => {
    expect(faultOf(newGroup, { name: 'x'.repeat(300) })).toEqual({
      detail: 'The group name is longer than 256 characters. Shorten it.',
      reason: 'text_too_long',
      values: { what: 'group_name', most: 256 },
    });
  });

  it('has the typed value if the sentence contains it', () => {
    const { reason, values, detail } = faultOf(appearanceChange, { accent: '#ffcc00' });
    expect({ reason, values }).toMatchObject({
      reason: 'colour_unreadable',
      values: { ground: 'light', colour: '#ffcc00' },
    });
    expect(detail).toContain('#ffcc00');
  });

  it.each([
    [z.string(), undefined, 'field_missing', {}],
    [z.string(), 5, 'field_type', { expected: 'text' }],
    [z.int(), 1.5, 'field_type', { expected: 'whole_number' }],
    [z.boolean(), 'yes', 'field_type', { expected: 'true_or_false' }],
    [z.string().max(3), 'long', 'text_longer', { most: 3 }],
    [z.string().min(3), 'ab', 'text_shorter', { least: 3 }],
    [z.string().min(1), '', 'field_empty', {}],
    [z.string().regex(/^a$/), 'b', 'text_form', {}],
    [z.base64(), '*', 'text_not_base64', {}],
    [z.int().max(31), 32, 'number_too_large', { most: 31 }],
    [z.int().positive(), 0, 'number_too_small', { least: 1 }],
    [z.array(z.string()).max(1), ['a', 'b'], 'list_too_long', { most: 1 }],
    [z.array(z.string()).min(2), ['a'], 'list_too_short', { least: 2 }],
    [z.array(z.string()).min(1), [], 'list_empty', {}],
    [z.enum(['a', 'b']), 'c', 'value_not_one_of', { choices: ['a', 'b'] }],
    [z.strictObject({}), { a: 1 }, 'field_unknown', {}],
    [z.string().refine(() => false), 'a', 'value_not_valid', {}],
    [z.union([z.string(), z.int()]), true, 'value_of_no_form', {}],
  ])('has a reason for each rule of Zod: %#', (schema, value, reason, values) => {
    expect(faultOf(schema, value)).toMatchObject({ reason, values });
  });

  it('names the kinds that a union accepts', () => {
    const { reason, values } = faultOf(newReview.shape.scope, { kind: 'everything' });
    expect({ reason, values }).toEqual({
      reason: 'value_not_one_of',
      values: { choices: ['application', 'role', 'group', 'filter'] },
    });
  });

  it('comes from the branch of a union that the input resembles most', () => {
    const lines = z.union([z.strictObject({ a: newGroup }), z.strictObject({ b: z.strictObject({ c: z.int() }) })]);
    const [issue = expect.fail()] = issuesOf(lines, { b: { c: 'x' } });
    expect(meant(issue).path).toEqual(['b', 'c']);
    expect(faultOfIssue(issue)).toMatchObject({ reason: 'field_type' });
  });
});

it('an error sentence that no schema defines has no reason', () => {
  expect(reasonOfIssue({ message: 'Something else.' })).toBeUndefined();
});
