import { code } from '@licet/contract/markdown';

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly $ref?: string;
}

/** Returns the name, type and constraints of each field of an object, including nested fields. */
export function fieldsOf(schema: Schema, before = '', depth = 0): string[][] {
  const { choices } = alternatives(schema);
  const objects = choices.filter(({ properties }) => properties);
  if (objects.length > 1) return objects.flatMap((choice) => variantOf(choice, before, depth));
  const [object] = objects;
  if (object === undefined) return [];
  return Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
    const needed = object.required?.includes(name) && property.default === undefined;
    const row = [
      code(`${before}${name}`),
      typeOf(property),
      [needed ? '' : 'optional', ...boundsOf(property)].filter(Boolean).join('; '),
    ];
    return [row, ...(depth < 4 ? below(property, `${before}${name}`, depth + 1) : [])];
  });
}

/** Returns the type of a value, in a word or two. */
export function typeOf(schema: Schema): string {
  const { choices, none } = alternatives(schema);
  const names = [...new Set(choices.map(nameOf))];
  return [...names, ...(none ? ['none'] : [])].join(' or ') || 'anything';
}

export function boundsOf(schema: Schema): string[] {
  const { choices } = alternatives(schema);
  return [
    ...new Set(
      choices.flatMap((choice) => {
        const { minLength, maxLength, minimum, maximum, minItems, maxItems, items } = choice;
        return [
          range(minLength, maxLength && maxLength < 100_000 ? maxLength : undefined, 'long'),
          range(minimum, maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined, ''),
          range(minItems, maxItems, 'of them'),
          ...(items ? boundsOf(items).map((bound) => `each ${bound}`) : []),
        ].filter((text) => text !== '');
      }),
    ),
    ...(schema.default === undefined ? [] : [`${code(JSON.stringify(schema.default))} unless told`]),
  ];
}

function variantOf(choice: Schema, before: string, depth: number): string[][] {
  const mark = Object.entries(choice.properties ?? {}).find(([, property]) => property.const !== undefined);
  const when = mark ? `when ${code(`${before}${mark[0]}`)} is ${code(String(mark[1].const))}` : 'or';
  return [['', `*${when}*`, ''], ...fieldsOf(choice, before, depth)];
}

function below(property: Schema, path: string, depth: number): string[][] {
  const lists = alternatives(property).choices.filter(({ type }) => type === 'array');
  return [
    ...fieldsOf(property, `${path}.`, depth),
    ...lists.flatMap(({ items }) => (items ? below(items, `${path}[]`, depth) : [])),
  ];
}

/** Returns the alternatives of a schema without null. `none` says whether null is allowed. */
function alternatives(schema: Schema): { choices: Schema[]; none: boolean } {
  const listed = (schema.anyOf ?? schema.oneOf ?? [schema]).flatMap((it) => it.anyOf ?? it.oneOf ?? [it]);
  const spread = listed.flatMap((it) => (Array.isArray(it.type) ? it.type.map((type) => ({ ...it, type })) : [it]));
  const choices = spread.filter(({ type }) => type !== 'null');
  return { choices, none: choices.length < spread.length };
}

function nameOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  if (schema.properties) return 'object';
  if (schema.type === 'object') return 'object by name';
  return names[schema.format ?? ''] ?? names[String(schema.type)] ?? 'anything';
}

const names: Readonly<Record<string, string>> = {
  uuid: 'id (UUID)',
  'date-time': 'instant (RFC 3339)',
  date: 'day (RFC 3339)',
  integer: 'whole number',
  number: 'number',
  string: 'text',
  boolean: 'yes or no',
  uri: 'address (URI)',
  email: 'e-mail address',
};

function range(least: number | undefined, most: number | undefined, what: string): string {
  const few =
    least !== undefined && least > 0 && least > -Number.MAX_SAFE_INTEGER
      ? `at least ${least.toLocaleString('en')}`
      : '';
  const many = most === undefined ? '' : `at most ${most.toLocaleString('en')}`;
  const bounds = [few, many].filter(Boolean).join(', ');
  return bounds === '' ? '' : [bounds, what].filter(Boolean).join(' ');
}

/** Joins the non-empty parts with blank lines. */
export const parts = (...texts: readonly (string | false | undefined)[]): string =>
  `${texts.filter((text) => text).join('\n\n')}\n`;
