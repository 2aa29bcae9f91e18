import * as z from 'zod';
import { type Call, errorsOf } from './call.ts';
import { callList } from './calls.ts';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import { signInCallList } from './nouns/sign-in.ts';
import { fieldError, problem } from './problem.ts';
import { reasons } from './reasons/index.ts';

/** Returns the OpenAPI 3.1 document of all calls, for a server at that URL. */
export function openApi(issuer: string): object {
  const { paths, named } = withNamedSchemas(pathsOf(issuer));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Licet',
      version: '1',
      summary: 'Who may do what, and why.',
      description:
        'Every call takes and gives JSON unless it says otherwise. Failures are problem details (RFC 9457) with a stable `code`. ' +
        'Unknown fields are refused. Lists are paged by an opaque `cursor`. A reply with a `version` carries it as its ETag; send it in `If-Match` to change only what you saw. ' +
        'The calls of the sign-in page (`signIn`) are at the root of the server. They take no token, and no page of another origin can make them.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${issuer}/api/v1` }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'openIdConnect',
          openIdConnectUrl: `${issuer}/.well-known/openid-configuration`,
          description: 'An access token for the audience `licet`, as Bearer, or as DPoP when it is bound to a key.',
        },
        signIn: {
          type: 'apiKey',
          in: 'cookie',
          name: `${issuer.startsWith('https:') ? '__Secure-' : ''}licet_sign_in`,
          description: 'The cookie of a started sign-in. It is sent only to the addresses of the page of that sign-in.',
        },
      },
      schemas: { Problem: problemSchema(), ...named },
    },
  };
}

function pathsOf(issuer: string): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  const add = (id: string, definition: Call, besides: object = {}) => {
    const path = definition.path.replace(/:([a-zA-Z]+)/g, '{$1}');
    const operation = { ...operationOf(id, definition), ...besides };
    paths[path] = { ...paths[path], [definition.method.toLowerCase()]: operation };
  };
  for (const [id, definition] of callList) if (definition.access.kind !== 'operator') add(id, definition);
  for (const [id, definition] of signInCallList) add(id, definition, { servers: [{ url: issuer }] });
  return paths;
}

/**
 * Moves each named schema to one place in the document. References are resolved from the root of the document, not
 * from the schema that contains them.
 */
function withNamedSchemas(made: object): { paths: object; named: Record<string, object> } {
  const named: Record<string, object> = {};
  const paths = JSON.parse(JSON.stringify(made), (key, value) => {
    if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', '#/components/schemas/');
    if (key !== '$defs') return value;
    Object.assign(named, value);
  });
  return { paths, named };
}

function operationOf(id: string, definition: Call): object {
  const [noun = ''] = id.split('.');
  return {
    operationId: id,
    tags: [noun],
    summary: definition.summary,
    description: accessSentence(definition),
    ...securityOf(definition),
    parameters: [
      ...parametersOf(definition.params, 'path'),
      ...parametersOf(definition.query, 'query'),
      ...(definition.ifMatch
        ? [
            {
              name: 'If-Match',
              in: 'header',
              required: false,
              schema: { type: 'string' },
              description: 'The ETag that was seen.',
            },
          ]
        : []),
    ],
    ...(definition.body
      ? {
          requestBody: {
            required: !definition.body.safeParse(undefined).success,
            content: { [definition.bodyType ?? 'application/json']: { schema: schemaOf(definition.body, 'input') } },
          },
        }
      : {}),
    responses: { [definition.status]: replyOf(definition), ...problemsOf(definition) },
  };
}

/** Returns the security requirement of a call. Calls without an access token override the default. */
function securityOf({ access: { kind } }: Call): object {
  if (kind === 'startedSignIn') return { security: [{ signIn: [] }] };
  return kind === 'anyone' || kind === 'ownPage' ? { security: [] } : {};
}

/** Returns a sentence that tells who may make the call. */
export function accessSentence({ access }: Pick<Call, 'access'>): string {
  switch (access.kind) {
    case 'anyone':
      return 'Anyone.';
    case 'startedSignIn':
      return 'The browser that began the sign-in. It changes something only from Licet’s own page.';
    case 'ownPage':
      return 'Anyone, from Licet’s own page.';
    case 'licetToken':
      return 'Anyone signed in.';
    case 'anyApplicationToken':
      return 'Anyone signed in; also with the token of another application, about that application alone.';
    case 'serviceToken':
      return 'Programs of an application, with a token of their own, about that application alone.';
    case 'permission':
      return `Holders of \`${access.permission}\`${access.or ? `, or of \`${access.or}\`` : ''}.`;
    case 'permissionOrOwner':
      return `Owners of the application, and holders of \`${access.permission}\`.`;
    case 'operator':
      return 'Whoever owns the data directory, by its socket.';
  }
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function replyOf(definition: Call): object {
  if (definition.status === 204) return { description: 'Done; nothing to say.' };
  if (definition.status === 202) return { description: 'Taken on; nothing is said of what comes of it.' };
  if (definition.status === 303)
    return { description: 'Sends the browser on.', headers: { Location: { schema: { type: 'string' } } } };
  const content = definition.stream ?? 'application/json';
  return {
    description: 'Done.',
    content: { [content]: definition.reply ? { schema: schemaOf(definition.reply, 'output') } : {} },
  };
}

function problemsOf(definition: Call): Record<string, object> {
  // A browser that navigates to such a call may receive a page instead of JSON.
  const page = definition.status === 303 ? { 'text/html': {} } : {};
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(definition))
    byStatus.set(errorCatalogue[code].status, [...(byStatus.get(errorCatalogue[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].title}`).join(' '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } }, ...page },
      },
    ]),
  );
}

/**
 * Returns the schema of problem details with all reasons. The reasons are added here and not in the contract's
 * schema, so that front ends do not load their sentences.
 */
function problemSchema(): object {
  const reason = (of: (code: string) => boolean) => {
    const names = Object.entries(reasons).flatMap(([code, ofCode]) => (of(code) ? Object.keys(ofCode) : []));
    return z.enum(names).optional();
  };
  const errors = z.array(fieldError.extend({ reason: reason((code) => code === 'field') })).optional();
  return schemaOf(problem.extend({ reason: reason((code) => code in errorCatalogue), errors }), 'output');
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return rest;
}
