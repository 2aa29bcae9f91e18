import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { LicetPermission } from './permissions.ts';

/**
 * The callers who may make a call.
 * - `anyone`: no token is read.
 * - `startedSignIn`: the browser that began the sign-in in the path. The cookie of that sign-in identifies it.
 * - `ownPage`: any page of Licet, without a token.
 * - `licetToken`: every user signed in to Licet, for data about themselves.
 * - `anyApplicationToken`: every user signed in to any application, for data about themselves in that application.
 * With a token for Licet, the data covers all applications.
 * - `serviceToken`: a service client of an application, with its own token (RFC 6749 section 4.4).
 * - `permission`: users and programs with the permission or the permission in `or`, and a token for Licet.
 * - `permissionOrOwner`: users and programs with the permission, and the owners of the application in the path, with
 * a token for Licet.
 * - `operator`: the owner of the data directory, only through its socket. The call does not exist on the network.
 */
export type CallAccess =
  | { readonly kind: 'anyone' | 'startedSignIn' | 'ownPage' }
  | { readonly kind: 'licetToken' | 'anyApplicationToken' | 'serviceToken' | 'operator' }
  | { readonly kind: 'permission'; readonly permission: LicetPermission; readonly or?: LicetPermission }
  | { readonly kind: 'permissionOrOwner'; readonly permission: LicetPermission };

/** The properties of a call that its declaration specifies. The other properties are derived from them. */
interface Declaration {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path below `/api/v1`, or from the root for a call of the sign-in page. Parameters are written as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly access: CallAccess;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The media type of the request body. Default: JSON. */
  readonly bodyType?: 'application/json' | 'text/plain';
  /**
   * The status of a successful response. 201 means created, 202 means accepted without a result, and 303 redirects a
   * browser. Default: 200, or 204 without a response body.
   */
  readonly status?: 201 | 202 | 303;
  readonly reply?: z.ZodType;
  /** The media type of a streamed response. For NDJSON, `reply` describes one line. */
  readonly stream?:
    | 'application/x-ndjson'
    | 'text/plain'
    | 'text/event-stream'
    | 'application/octet-stream'
    | 'application/pdf';
  /** The errors specific to this call, in addition to those of all calls with the same access requirement. */
  readonly errors?: readonly ErrorCode[];
  /** If true, the call checks `If-Match`, and refuses another version with `version_conflict`. */
  readonly ifMatch?: true;
}

/** One call of the API. Server, client, console, OpenAPI document and tests use this definition. */
export interface Call extends Omit<Declaration, 'status' | 'errors'> {
  readonly status: 200 | 201 | 202 | 204 | 303;
  readonly errors: readonly ErrorCode[];
}

/** Declares a call, and keeps its exact types. */
export function call<const D extends Declaration>(declaration: D): D & Pick<Call, 'status' | 'errors'> {
  const answers = declaration.reply ?? declaration.stream;
  return { status: answers ? 200 : 204, errors: [], ...declaration };
}

export const anyone = { kind: 'anyone' } as const;
export const startedSignIn = { kind: 'startedSignIn' } as const;
export const ownPage = { kind: 'ownPage' } as const;
export const licetToken = { kind: 'licetToken' } as const;
export const anyApplicationToken = { kind: 'anyApplicationToken' } as const;
export const serviceToken = { kind: 'serviceToken' } as const;
export const operator = { kind: 'operator' } as const;
export const permission = (name: LicetPermission) => ({ kind: 'permission', permission: name }) as const;
export const permissionOr = (name: LicetPermission, or: LicetPermission) =>
  ({ kind: 'permission', permission: name, or }) as const;
export const permissionOrOwner = (name: LicetPermission) => ({ kind: 'permissionOrOwner', permission: name }) as const;

/** The errors that every call can return. */
export const errorsOfAll = [
  'invalid_request',
  'request_timeout',
  'too_large',
  'head_too_large',
  'internal',
  'busy',
  'unavailable',
] as const satisfies readonly ErrorCode[];

/** Returns all errors of a call, including those that every call can return. */
export function errorsOf(definition: Call): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...errorsOfAll, ...definition.errors]);
  if (definition.method !== 'GET') codes.add('malformed_body').add('unsupported_media_type');
  const { access } = definition;
  if (access.kind === 'startedSignIn' || access.kind === 'ownPage') {
    if (definition.method !== 'GET') codes.add('forbidden');
  } else if (access.kind !== 'anyone' && access.kind !== 'operator') {
    for (const code of ['unauthenticated', 'token_invalid', 'token_expired', 'proof_invalid'] as const) codes.add(code);
    codes.add('origin_refused').add(access.kind === 'serviceToken' ? 'not_a_service' : 'foreign_application');
  }
  // Service clients have no session, so they cannot sign in again.
  if (access.kind === 'licetToken' || access.kind === 'anyApplicationToken' || codes.has('sign_in_again'))
    codes.add('people_only');
  if ('permission' in access) codes.add('forbidden');
  if (definition.path.includes(':')) codes.add('not_found');
  if (definition.ifMatch) codes.add('version_conflict');
  if (definition.query && 'cursor' in shapeOf(definition.query)) codes.add('invalid_cursor');
  return [...codes].sort();
}

function shapeOf(schema: z.ZodType): object {
  return 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null ? schema.shape : {};
}
