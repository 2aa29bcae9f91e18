import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { LicetPermission } from './permissions.ts';

/**
 * Who may make a call. `public`: anyone. `self`: anyone signed in, about themselves, with a token for Licet. `own`: the
 * same, and also with the token of another application, about that application alone. `service`: a program of an application,
 * with a token of its own (RFC 6749 section 4.4). `permission`: holders of it.
 * `application`: holders of it, and the owners of the application named in the path. `operator`: whoever owns the data
 * directory, by its socket only; the call does not exist on the network.
 */
export type CallAccess =
  | { readonly kind: 'public' }
  | { readonly kind: 'self' }
  | { readonly kind: 'own' }
  | { readonly kind: 'service' }
  | { readonly kind: 'permission'; readonly permission: LicetPermission }
  | { readonly kind: 'application'; readonly permission: LicetPermission }
  | { readonly kind: 'operator' };

/** One call of the API: everything that server, client, console, OpenAPI and tests need to know of it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/api/v1`; parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly access: CallAccess;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** What the body is; JSON unless told. */
  readonly bodyType?: 'application/json' | 'text/plain';
  readonly status: 200 | 201 | 204;
  readonly reply?: z.ZodType;
  /** A stream in place of a JSON reply. `reply` then describes one line of an NDJSON stream. */
  readonly stream?: 'application/x-ndjson' | 'text/plain' | 'text/event-stream';
  /** The errors that this call can give beyond those that every call of its kind can. */
  readonly errors: readonly ErrorCode[];
  /** Whether `If-Match` is understood, and answered with `version_conflict` when it does not fit. */
  readonly ifMatch?: true;
}

/** Declares a call, keeping its exact types. */
export const call = <const C extends Call>(definition: C): C => definition;

export const anyone = { kind: 'public' } as const;
export const operator = { kind: 'operator' } as const;
export const signedIn = { kind: 'self' } as const;
export const own = { kind: 'own' } as const;
export const service = { kind: 'service' } as const;
export const holding = <const P extends LicetPermission>(permission: P) =>
  ({ kind: 'permission', permission }) as const;
export const owning = <const P extends LicetPermission>(permission: P) =>
  ({ kind: 'application', permission }) as const;

/** Every error that a call can give: its own, and those of its kind. */
export function errorsOf(definition: Call): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(['invalid_request', 'internal', 'unavailable', 'too_large', ...definition.errors]);
  if (definition.body) codes.add('malformed_body').add('unsupported_media_type');
  if (definition.access.kind !== 'public' && definition.access.kind !== 'operator') {
    for (const code of ['unauthenticated', 'token_invalid', 'token_expired', 'proof_invalid'] as const) codes.add(code);
    codes.add('origin_refused');
    if (definition.access.kind !== 'service') codes.add('foreign_application');
  }
  if (definition.access.kind === 'permission' || definition.access.kind === 'application') codes.add('forbidden');
  if (definition.access.kind === 'service') codes.add('not_a_service');
  if (definition.path.includes(':')) codes.add('not_found');
  if (definition.ifMatch) codes.add('version_conflict');
  if (definition.query && 'cursor' in shapeOf(definition.query)) codes.add('invalid_cursor');
  return [...codes].sort();
}

function shapeOf(schema: z.ZodType): object {
  return 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null ? schema.shape : {};
}
