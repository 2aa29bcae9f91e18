import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { LicetPermission } from './permissions.ts';

/**
 * Who may make a call.
 * - `anyone`: the server looks for no token.
 * - `startedSignIn`: the browser that began the sign-in in the path, identified by the cookie of that sign-in.
 * - `ownPage`: anyone, from a page of Licet itself.
 * - `licetToken`: every user signed in to Licet itself, about themselves.
 * - `anyApplicationToken`: every user signed in to any application, about themselves in that application; with a token
 * for Licet, about themselves in all applications.
 * - `serviceToken`: a program of an application, with its own token (RFC 6749 section 4.4).
 * - `permission`: users and programs with the permission, or with the permission in `or`, and a token for Licet.
 * - `permissionOrOwner`: users and programs with the permission, and the owners of the application in the path, with a
 * token for Licet.
 * - `operator`: the owner of the data directory, only through its socket; the call does not exist on the network.
 */
export type CallAccess =
  | { readonly kind: 'anyone' | 'startedSignIn' | 'ownPage' }
  | { readonly kind: 'licetToken' | 'anyApplicationToken' | 'serviceToken' | 'operator' }
  | { readonly kind: 'permission'; readonly permission: LicetPermission; readonly or?: LicetPermission }
  | { readonly kind: 'permissionOrOwner'; readonly permission: LicetPermission };

/** The declared part of a call; the rest follows from it. */
interface Declaration {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/api/v1`, or at the root for the calls of the sign-in page; parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly access: CallAccess;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The type of the body; JSON by default. */
  readonly bodyType?: 'application/json' | 'text/plain';
  /**
   * 201 if the call creates something, 202 if it is accepted without a result, 303 if a browser navigates to it and is
   * redirected. Otherwise 200, or 204 without a reply.
   */
  readonly status?: 201 | 202 | 303;
  readonly reply?: z.ZodType;
  /** A stream instead of a JSON reply. `reply` then describes one line of an NDJSON stream. */
  readonly stream?:
    | 'application/x-ndjson'
    | 'text/plain'
    | 'text/event-stream'
    | 'application/octet-stream'
    | 'application/pdf';
  /** The errors of this call, besides the errors of every call of its kind. */
  readonly errors?: readonly ErrorCode[];
  /** Whether the call checks `If-Match`, and refuses another version as `version_conflict`. */
  readonly ifMatch?: true;
}

/** One call of the API: everything that server, client, console, OpenAPI and tests need. */
export interface Call extends Omit<Declaration, 'status' | 'errors'> {
  readonly status: 200 | 201 | 202 | 204 | 303;
  readonly errors: readonly ErrorCode[];
}

/** Declares a call, keeping its exact types. */
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

/** The errors of every call. */
export const errorsOfAll = [
  'invalid_request',
  'request_timeout',
  'too_large',
  'head_too_large',
  'internal',
  'busy',
  'unavailable',
] as const satisfies readonly ErrorCode[];

/** Every error of a call: its own, and those of its kind. */
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
  // Programs have no session, so they cannot have a fresh one.
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
