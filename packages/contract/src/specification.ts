import * as z from 'zod';
import { type Call, errorsOf, errorsOfAll } from './call.ts';
import { callList } from './calls.ts';
import { errorCatalogue } from './errors.ts';
import { limits } from './limits.ts';
import { code, table } from './markdown.ts';
import * as access from './nouns/access.ts';
import * as applications from './nouns/applications.ts';
import * as audit from './nouns/audit.ts';
import * as clients from './nouns/clients.ts';
import * as shared from './nouns/common.ts';
import * as grants from './nouns/grants.ts';
import * as groups from './nouns/groups.ts';
import * as keys from './nouns/keys.ts';
import * as permissions from './nouns/permissions.ts';
import * as roles from './nouns/roles.ts';
import * as settings from './nouns/settings.ts';
import * as setup from './nouns/setup.ts';
import * as signIn from './nouns/sign-in.ts';
import { signInCallList } from './nouns/sign-in.ts';
import * as usage from './nouns/usage.ts';
import * as users from './nouns/users.ts';
import { accessSentence } from './openapi.ts';
import { licetPermissions, licetRoles } from './permissions.ts';
import { screens } from './screens.ts';
import { stateMachines } from './states.ts';

/** The purpose of Licet. */
export const purpose =
  'Licet does one job once, properly: sign-in, roles and permissions that hold, the same on the screen, in the API and in the database, with a console in which people see, change, explain and audit who may do what.';

/** The kinds of users, with their tasks. */
export const audiences = [
  {
    who: 'Application developer',
    comesFor:
      'Guard screens, buttons, API routes and table rows in an afternoon; be told on the spot why something is refused',
  },
  { who: 'Administrator', comesFor: 'See and change who may do what' },
  { who: 'Member', comesFor: 'Sign in once, see what they may do' },
  {
    who: 'Owner of an application',
    comesFor: 'Look after its permissions, roles, clients and grants, and nothing else',
  },
  { who: 'Auditor', comesFor: 'Who could do what, on any day, by which path, and who changed it' },
  { who: 'Operator', comesFor: 'One command to run it; PostgreSQL and several processes when it grows' },
] as const;

/** The access rule, as in the product's brief. */
export const rule = [
  'A stored token’s payload carries a user id, a list of roles, a list of permissions and an expiry time.',
  'The token is valid while its expiry lies in the future.',
  'Having a role is a membership test against the role list.',
  'The role named admin implies every permission. Any other permission is a membership test against the permission list.',
] as const;

/** Returns the specification as a Markdown document, generated from the contract's data. */
export function specification(): string {
  return [
    '# Specification of Licet',
    'Made from `packages/contract`; do not edit. `npm run specification` makes it again, and a test fails when it is not current.',
    section(
      '1. Purpose and users',
      purpose,
      table(
        ['Who', 'Comes for'],
        audiences.map(({ who, comesFor }) => [who, comesFor]),
      ),
    ),
    section(
      '2. Screens and routes',
      table(
        ['Path', 'Title', 'Who may open it', 'What it is for'],
        Object.values(screens).map((screen) => [
          code(screen.path),
          screen.title,
          accessSentence(screen),
          screen.purpose,
        ]),
      ),
    ),
    section(
      '3. Entities and fields',
      ...Object.entries(entities).map(
        ([name, schema]) => `### ${name}\n\n${table(['Field', 'Type'], fieldsOf(schema))}`,
      ),
    ),
    section(
      '4. States and transitions',
      ...stateMachines.map(
        ({ entity, initial, transitions }) =>
          `### ${entity}\n\nBegins as ${initial}.\n\n${table(
            ['From', 'To', 'When it', 'By the call'],
            transitions.map(({ from, to, by, call }) => [from, to, by, call ? `\`${call}\`` : '']),
          )}`,
      ),
    ),
    section(
      '5. Validation rules',
      'One schema per input, the same in the browser and the server, and as constraints in the database. Unknown fields are refused.',
      ...Object.entries(inputs).map(([name, schema]) => `### ${name}\n\n${table(['Field', 'Rule'], fieldsOf(schema))}`),
    ),
    section(
      '6. Roles and permissions',
      rule.map((line) => `- ${line}`).join('\n'),
      'Licet’s own console is the application `licet`, with these permissions:',
      table(
        ['Permission', 'Lets its holder'],
        Object.entries(licetPermissions).map(([name, title]) => [code(name), title]),
      ),
      table(
        ['Role', 'For', 'Permissions'],
        [
          ['`admin`', 'Everything, by the rule', 'all'],
          ...Object.entries(licetRoles).map(([name, { title, permissions }]) => [
            code(name),
            title,
            permissions.map(code).join(' '),
          ]),
        ],
      ),
    ),
    section(
      '7. Calls',
      `Below \`/api/v1\`. Every call can also answer ${errorsOfAll.map(code).join(' ')}.`,
      callsTable(callList),
      'The calls of the sign-in page are at the root of the server. They take no token: a cookie binds them to the browser that began the sign-in.',
      callsTable(signInCallList),
    ),
    section(
      '8. Error catalogue',
      table(
        ['Code', 'Status', 'What happened', 'What to do next'],
        Object.entries(errorCatalogue).map(([name, { status, title, next }]) => [
          code(name),
          String(status),
          title,
          next,
        ]),
      ),
    ),
    section('9. Constants and limits', limitsTable()),
  ]
    .join('\n\n')
    .concat('\n');
}

const callsTable = (list: readonly (readonly [string, Call])[]): string =>
  table(
    ['Call', 'Method and path', 'Who', 'Answers', 'Errors of its own'],
    list.map(([id, definition]) => [
      code(id),
      code(`${definition.method} ${definition.path}`),
      accessSentence(definition),
      String(definition.status),
      errorsOf(definition)
        .filter((name) => !common.has(name))
        .map(code)
        .join(' '),
    ]),
  );

/** Returns a table with one row per limit. */
export const limitsTable = (): string =>
  table(
    ['Name', 'Value', 'Why', 'Source'],
    Object.entries(limits).map(([name, { value, unit, reason, source }]) => [
      code(name),
      `${value.toLocaleString('en')} ${unit}`,
      reason,
      source,
    ]),
  );

const entities: Readonly<Record<string, z.ZodType>> = {
  User: users.user,
  Group: groups.group,
  Member: groups.member,
  Session: users.session,
  KnownBrowser: users.knownBrowser,
  'Sign-in': audit.signIn,
  'Details of a started sign-in': signIn.signInDetails,
  'Next step of a sign-in': signIn.nextStep,
  Application: applications.application,
  Permission: permissions.permission,
  'Use of a permission': usage.permissionUse,
  'Unused grants': usage.unused,
  'Use over time': shared.usageSeries,
  'Access over time': shared.accessSeries,
  'Grants and memberships over time': shared.gainSeries,
  'Matrix of roles': applications.roleMatrix,
  'Matrix of users': applications.userMatrix,
  'Sign-ins over time': shared.signInSeries,
  Role: roles.role,
  Grant: grants.grant,
  Client: clients.client,
  'Access path': access.accessPath,
  Decision: access.decision,
  'Audit event': audit.event,
  'Signing key': keys.signingKey,
  Settings: settings.settings,
};
const inputs: Readonly<Record<string, z.ZodType>> = {
  'New user': users.newUser,
  'First administrator': setup.setup,
  'New application': applications.newApplication,
  'New permission': permissions.newPermission,
  'New role': roles.newRole,
  'New grant': grants.newGrant,
  'New client': clients.newClient,
};
const common = new Set<string>([...errorsOfAll, 'unauthenticated', 'token_invalid', 'token_expired', 'proof_invalid']);

const section = (title: string, ...parts: string[]) => [`## ${title}`, ...parts].join('\n\n');

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

function fieldsOf(schema: z.ZodType): string[][] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema;
  return Object.entries(properties).map(([name, property]) => [
    code(name),
    typeOf(property) + (required.includes(name) ? '' : ', optional'),
  ]);
}

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  if (schema.const !== undefined) return code(String(schema.const));
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' or ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.type === 'array')
    return `list of ${schema.items ? typeOf(schema.items) : 'values'}${schema.maxItems ? `, at most ${schema.maxItems}` : ''}`;
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`;
  const names: Record<string, string> = {
    uuid: 'id (UUID)',
    'date-time': 'instant',
    integer: 'whole number',
    number: 'number',
    string: 'text',
    boolean: 'yes or no',
    null: 'none',
    uri: 'address',
  };
  const base = names[schema.format ?? ''] ?? names[String(schema.type)] ?? 'any JSON';
  return (
    base +
    (schema.maxLength && schema.maxLength < 100_000 ? `, at most ${schema.maxLength}` : '') +
    (schema.pattern && !schema.format ? `, ${code(schema.pattern)}` : '')
  );
}
