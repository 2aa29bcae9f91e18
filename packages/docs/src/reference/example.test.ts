import { callList, signInCallList } from '@licet/contract';
import { openApi } from '@licet/contract/openapi';
import { expect, test } from 'vitest';
import { exampleOf } from './example.ts';
import type { Schema } from './schema.ts';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
const { paths } = openApi('https://licet.example') as { paths: Record<string, Record<string, Operation>> };
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

test('generates for each call a body that it accepts', () => {
  const calls = new Map<string, (typeof callList)[number][1]>([...callList, ...signInCallList]);
  const bodies = operations.flatMap(({ operationId, requestBody }) => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema ? [{ operationId, example: exampleOf(schema) }] : [];
  });
  expect(bodies.length).toBeGreaterThan(40);
  const refused = bodies.flatMap(({ operationId, example }) => {
    const error = calls.get(operationId)?.body?.safeParse(example).error;
    return error ? [`${operationId} ${JSON.stringify(example)}: ${error.message}`] : [];
  });
  expect(refused).toEqual([]);
});
