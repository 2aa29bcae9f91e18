import type { Schema } from './schema.ts';

/** Returns a value that matches a schema. The value contains the required fields, or the first two fields if none is required. */
export function exampleOf(schema: Schema, name = ''): unknown {
  const [choice = schema] = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  if (choice !== schema) return exampleOf(choice, name);
  const known = names[name];
  if (known !== undefined && typeof known === (schema.type === 'integer' ? 'number' : schema.type)) return known;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) return objectOf(schema);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
        exampleOf(schema.items ?? {}, name.replace(/s$/, '')),
      );
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, Math.min(1, schema.maximum ?? 1));
    case 'boolean':
      return true;
    case 'object':
      return {};
    default:
      return formats[schema.format ?? ''] ?? 'text';
  }
}

function objectOf({ properties = {}, required = [] }: Schema): object {
  const entries = Object.entries(properties);
  const needed = entries.filter(([name, property]) => required.includes(name) && property.default === undefined);
  // Also shows `permission`. The call requires one of several fields, which the schema cannot express.
  const oneOfSeveral = entries.filter(([name, { type }]) => name === 'permission' && type === 'string');
  const shown = needed.length > 0 ? [...new Set([...needed, ...oneOfSeveral])] : entries.slice(0, 2);
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, name)]));
}

const formats: Readonly<Record<string, string>> = {
  uuid: '01900000-0000-7000-8000-000000000001',
  'date-time': '2030-03-01T17:00:00Z',
  date: '2030-03-01',
  uri: 'https://ledger.example.org/',
  email: 'maya@example.org',
};

/** Typical values of fields by name. */
const names: Readonly<Record<string, unknown>> = {
  accent: '#1f4fd8',
  accentDark: '#7aa2ff',
  application: 'ledger',
  clientId: 'licet',
  code: '123456',
  description: 'What finance works with',
  digest: '64879f7d6b960a01909762d911a32d4582c20010c5641ee90278b644a9e3b525',
  email: 'maya@example.org',
  emailDomain: 'example.org',
  fromAddress: 'licet@example.org',
  fromName: 'Licet',
  host: 'smtp.example.org',
  identifier: 'ledger',
  issuer: 'https://sso.example.org',
  name: 'Finance',
  password: 'cobalt otter paints nine doors',
  permission: 'invoices.refund',
  port: 465,
  reason: 'Month end',
  role: 'clerk',
  title: 'Pay invoices back',
  username: 'maya',
};
