import fc from 'fast-check';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

type Any = fc.Arbitrary<unknown>;

const nasty = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\uffff',
  '\u202e',
  '%00',
  '../../etc/passwd',
  "' or 1=1 --",
  '<script>',
  '=cmd()',
  'null',
  'NaN',
  '-1',
  '1e999',
  '9'.repeat(40),
  'a'.repeat(5000),
  'é'.repeat(300),
  '__proto__',
  'constructor',
  '*',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00',
  '[]',
  '{}',
  '\r\nx: y',
  'ﷺ'.repeat(60),
];
const anyText: Any = fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: 'binary', maxLength: 40 }), fc.string());
const junk: Any = fc.oneof(
  anyText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -1, 0, 1e308, -0, 2 ** 53, true, [], {}, [[[]]], { a: null }),
);

/** Generates values that mostly match a schema. Occasionally a part does not match. */
export function valueFor(schema: Schema, known: readonly string[], depth = 0): Any {
  const right = rightOf(schema, known, depth);
  return fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: junk });
}

function rightOf(schema: Schema, known: readonly string[], depth: number): Any {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return fc.oneof(...several.map((it) => rightOf(it, known, depth)));
  if (schema.allOf?.[0]) return rightOf(schema.allOf[0], known, depth);
  const [type] = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  switch (type) {
    case 'string':
      return fc.oneof(fc.constantFrom(...known), fitting(schema.pattern), anyText);
    case 'integer':
    case 'number':
      return fc.integer({ min: clamped(schema.minimum, -5), max: clamped(schema.maximum, 5000) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(depth > 4 ? junk : valueFor(schema.items ?? {}, known, depth + 1), { maxLength: 4 });
    case 'object':
      return objectOf(schema, known, depth);
    default:
      return junk;
  }
}

function objectOf({ properties = {}, required = [] }: Schema, known: readonly string[], depth: number): Any {
  const fields = Object.entries(properties).map(([name, it]) => [name, valueFor(it, known, depth + 1)] as const);
  const always = required.filter((name) => name in properties);
  const right = fc.record(Object.fromEntries(fields), { requiredKeys: always });
  return fc.oneof(
    { weight: 8, arbitrary: right },
    { weight: 1, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
    { weight: 1, arbitrary: right.map((it) => ({ ...(it as object), unknown: 1 })) },
  );
}

/** Caches generators by pattern. Parsing a pattern takes milliseconds, and a plan has hundreds of texts but few patterns. */
const ofPattern = new Map<string, Any>();

function fitting(pattern = '^[a-z][a-z0-9.-]{0,20}$'): Any {
  const known = ofPattern.get(pattern);
  if (known) return known;
  const made = matching(pattern);
  ofPattern.set(pattern, made);
  return made;
}

function matching(pattern: string): Any {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return anyText; // fast-check cannot generate values for this pattern.
  }
}

const clamped = (value: number | undefined, other: number) =>
  value === undefined ? other : Math.max(-2_147_483_648, Math.min(2_147_483_647, value));
