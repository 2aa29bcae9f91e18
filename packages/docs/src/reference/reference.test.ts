import { callList, errorCatalogue, signInCallList } from '@licet/contract';
import { openApi } from '@licet/contract/openapi';
import { settings } from '@licet/server/settings';
import { commands } from 'licet/commands';
import { expect, test } from 'vitest';
import { apiPages, exampleOf } from './api.ts';
import { commandLinePage, settingsPage } from './command-line.ts';
import { errorsPage } from './errors.ts';
import { fieldsOf, type Schema } from './schema.ts';

const { markdown: overview, below = [] } = apiPages();
const sectionOf = (id: string) =>
  below.flatMap(({ markdown }) => markdown.split(/^## /m)).find((section) => section.startsWith(`${id}\n`)) ?? '';

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly servers?: readonly object[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}
const { paths } = openApi('https://licet.example') as { paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

test('lists every call with method, path, access, parameters, body, response and errors', () => {
  expect(operations.length).toBeGreaterThan(100);
  for (const { operationId, path, method, description, parameters, requestBody, responses, servers } of operations) {
    const section = sectionOf(operationId);
    expect(overview, operationId).toContain(`\`${method} ${path}\``);
    expect(section.replaceAll('<wbr>', ''), operationId).toContain(
      `<b>${method}</b> <code>${servers ? '' : '/api/v1'}${path}</code>`,
    );
    expect(section, operationId).toContain(`**Who may:** ${description}`);
    for (const { name } of parameters) expect(section, operationId).toContain(`\`${name}\``);
    expect(section.includes('**Body**'), operationId).toBe(requestBody !== undefined);
    expect(section, operationId).toMatch(/^\*\*Answers (20\d|303)\*\*/m);
    const own = Object.values(responses).flatMap((it) => [
      ...it.description.matchAll(/`(version_conflict|last_admin|cycle)`/g),
    ]);
    for (const [, code] of own) expect(section, operationId).toContain(`errors.html#${code}`);
  }
});

test('names nested fields by their path, and each kind of value by its discriminator', () => {
  const rows = fieldsOf({
    type: 'object',
    required: ['id', 'parts'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      parts: {
        type: 'array',
        maxItems: 3,
        items: { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } },
      },
      gives: {
        anyOf: [
          { type: 'object', properties: { kind: { const: 'role' } }, required: ['kind'] },
          { type: 'object', properties: { kind: { const: 'permission' } }, required: ['kind'] },
          { type: 'null' },
        ],
      },
    },
  });
  expect(rows).toEqual([
    ['`id`', 'id (UUID)', ''],
    ['`parts`', 'list of object', 'at most 3 of them'],
    ['`parts[].name`', 'text', 'optional; at most 9 long'],
    ['`gives`', 'object or none', 'optional'],
    ['', '*when `gives.kind` is `role`*', ''],
    ['`gives.kind`', '`role`', ''],
    ['', '*when `gives.kind` is `permission`*', ''],
    ['`gives.kind`', '`permission`', ''],
  ]);
});

test('lists every command with its flags, every setting and every error code', () => {
  const { markdown: commandLine } = commandLinePage();
  for (const { name, about } of commands) {
    const [section = ''] = commandLine.split(/^## /m).filter((it) => it.startsWith(`licet ${name}\n`));
    for (const flag of Object.keys(about)) expect(section, name).toContain(`\`--${flag}`);
  }
  for (const { variable } of settings) expect(settingsPage().markdown).toContain(`\`${variable}\``);
  for (const code of Object.keys(errorCatalogue)) expect(errorsPage().markdown).toContain(`### ${code}\n`);
});

test('generates an example body that its call accepts', () => {
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
