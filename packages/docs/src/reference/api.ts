import { errorsOfAll } from '@licet/contract';
import { code, table } from '@licet/contract/markdown';
import { openApi } from '@licet/contract/openapi';
import type { Source } from '../frame.ts';
import { boundsOf, fieldsOf, parts, type Schema, typeOf } from './schema.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** The server of the call, if it differs from the API's server. */
  readonly servers?: readonly object[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}
interface Document {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

/** The titles of the API's nouns in the table of contents. */
const nounNames: Readonly<Record<string, string>> = {
  me: 'My account',
  emails: 'E-mail addresses',
  setup: 'First start',
  signIn: 'Sign-in page',
};

/** The API reference: a page that lists all calls, and a subpage for each noun. */
export function apiPages(): Source {
  const document = openApi('https://licet.example.org') as Document;
  const nouns = new Map<string, Call[]>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const [noun = ''] = operation.tags;
      nouns.set(noun, [...(nouns.get(noun) ?? []), { ...operation, method: method.toUpperCase(), path }]);
    }
  return {
    address: 'reference/api/index.html',
    name: 'API',
    file: undefined,
    markdown: overview(document, nouns),
    below: [...nouns].map(([noun, calls]) => ({
      address: `reference/api/${noun}.html`,
      name: nameOf(noun),
      file: undefined,
      markdown: parts(
        `# API: ${nameOf(noun).toLowerCase()}`,
        `${calls.length} calls ${calls.some(isAtRoot) ? 'at the root of your Licet' : 'below `/api/v1`'}. What holds for all of them stands [on the first page](index.html).`,
        ...calls.map(callText),
      ),
    })),
  };
}

function overview(document: Document, nouns: ReadonlyMap<string, Call[]>): string {
  const count = [...nouns.values()].reduce((sum, calls) => sum + calls.length, 0);
  return parts(
    '# API',
    `${count} calls: below \`/api/v1\` of your Licet, and those of the sign-in page at its root. A running Licet describes them at \`/api/openapi.json\` (OpenAPI 3.1), which these pages are made of; the console and \`licet\` use nothing else.`,
    `## What holds for every call\n\n${document.info.description}`,
    'A call is made with an access token for the audience `licet`: in `Authorization: Bearer …`, or with a proof (`Authorization: DPoP …` and a header `DPoP`) when the token is bound to a key. [Programs](../../guides/programs.html) get theirs with a secret or a key of their own. Who may make a call is asked from the database at that moment, not from the token.',
    'Every call can also answer [`invalid_request`](../errors.html#invalid_request), [`too_large`](../errors.html#too_large), [`internal`](../errors.html#internal) and [`unavailable`](../errors.html#unavailable); those that take a token, [`unauthenticated`](../errors.html#unauthenticated), [`token_invalid`](../errors.html#token_invalid), [`token_expired`](../errors.html#token_expired) and [`proof_invalid`](../errors.html#proof_invalid) and, from a page of another origin, [`origin_refused`](../errors.html#origin_refused); those that take a body, [`malformed_body`](../errors.html#malformed_body) and [`unsupported_media_type`](../errors.html#unsupported_media_type). They are left out below.',
    ...[...nouns].map(([noun, calls]) =>
      parts(
        `## ${nameOf(noun)}`,
        table(
          ['Call', 'What it does', 'Who may'],
          calls.map(({ operationId, method, path, summary, description }) => [
            `[${code(`${method} ${path}`)}](${noun}.html#${fragment(operationId)})`,
            summary,
            description,
          ]),
        ),
      ).trim(),
    ),
  );
}

function callText({
  operationId,
  method,
  path,
  summary,
  description,
  parameters,
  requestBody,
  responses,
  servers,
}: Call): string {
  const own = parameters.filter((it) => it.in !== 'header');
  const conditional = parameters.some((it) => it.name === 'If-Match');
  return parts(
    `## ${operationId}`,
    `${summary}.`,
    `<p class="call"><b>${method}</b> <code>${`${servers ? '' : '/api/v1'}${path}`.replaceAll('/', '/<wbr>')}</code></p>`,
    `**Who may:** ${description}${conditional ? ' **`If-Match`:** the version that you saw; it changes nothing when somebody else was faster.' : ''}`,
    own.length > 0 && table(['Parameter', 'What it is', ''], own.map(parameterRow)),
    requestBody && contentText('Body', requestBody.content),
    requestBody && exampleText(requestBody.content),
    ...Object.entries(responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, response]) => contentText(`Answers ${status}`, response.content, response.description)),
    errorsText(responses),
  ).trim();
}

const isAtRoot = ({ servers }: Pick<Operation, 'servers'>) => servers !== undefined;

function parameterRow({ name, in: place, required, schema }: Parameter): string[] {
  const bounds = [
    place === 'path' ? 'in the path' : required ? 'in the query' : 'in the query, optional',
    ...boundsOf(schema),
  ];
  return [code(name), typeOf(schema), bounds.join('; ')];
}

function contentText(title: string, content: Content | undefined, otherwise = ''): string {
  const [type, { schema = undefined } = {}] = Object.entries(content ?? {})[0] ?? [];
  const rows = schema ? fieldsOf(schema) : [];
  const typeText =
    type === undefined
      ? otherwise
      : type === 'application/json'
        ? ''
        : `${code(type)}${rows.length > 0 ? ', each line' : ''}`;
  const plain = rows.length === 0 && schema && type === 'application/json' ? `${typeOf(schema)}.` : '';
  return parts(
    `**${title}**${typeText || plain ? `: ${typeText || plain}` : ''}`,
    table(['Field', 'What it is', ''], rows),
  ).trim();
}

/** Returns the shortest body that the call accepts. */
function exampleText(content: Content): string {
  const schema = content['application/json']?.schema;
  return schema ? `\`\`\`json\n${JSON.stringify(exampleOf(schema), null, 2)}\n\`\`\`` : '';
}

function errorsText(responses: Operation['responses']): string {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) =>
      [...description.matchAll(/`(\w+)`: (.*?)(?= `\w+`: |$)/g)].map(([, name = '', title = '']) => ({
        status,
        name,
        title,
      })),
    )
    .filter(({ name }) => !common.has(name))
    .map(({ status, name, title }) => [`[${code(name)}](../errors.html#${name})`, status, title]);
  return parts(rows.length > 0 && '**Errors of its own**', table(['Code', 'Status', 'What happened'], rows)).trim();
}

const common = new Set<string>([
  ...errorsOfAll,
  'malformed_body',
  'unsupported_media_type',
  'unauthenticated',
  'token_invalid',
  'token_expired',
  'proof_invalid',
  'origin_refused',
]);

const fragment = (operationId: string) => operationId.toLowerCase().replaceAll('.', '');
const nameOf = (noun: string) => nounNames[noun] ?? `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;

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
  // Also show `permission`: the call requires one of several fields, which the schema cannot express.
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
