import { callList } from '@licet/contract';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { exampleOf } from './example.ts';
import type { Schema } from './schema.ts';

test('the example of every body is one that the call takes', () => {
  const bodies = callList.filter(([, it]) => it.body && it.bodyType === undefined && it.access.kind !== 'operator');
  expect(bodies.length).toBeGreaterThan(40);
  const refused = bodies.flatMap(([id, { body }]) => {
    const example = exampleOf(z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Schema);
    const { error } = (body as z.ZodType).safeParse(example);
    return error
      ? [
          `${id} ${JSON.stringify(example)} ${error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`,
        ]
      : [];
  });
  expect(refused).toEqual([]);
});
