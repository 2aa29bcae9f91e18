/** The claims that the rule needs. The names are those in the payload. */
export type Token = {
  /** The user's id (RFC 7519, section 4.1.2). */
  readonly sub: string;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** The time from which the token is no longer valid, in seconds since the epoch (RFC 7519, section 4.1.4). */
  readonly exp: number;
  /** The SHA-256 of a permission list that is too long for the token. The list is fetched by this hash. */
  readonly permissions_ref?: string | undefined;
  /** What the token grants on resources, beside what it grants everywhere. */
  readonly on?: readonly ResourceGrants[] | undefined;
  /** The SHA-256 of a claim `on` that is too long for the token. The claim is fetched by this hash. */
  readonly on_ref?: string | undefined;
};

/** A parsed token: `on` is an empty list if the token grants nothing on resources. */
export type ParsedToken = Token & { readonly on: readonly ResourceGrants[] };

/** The roles and permissions that a token grants on each of these resources, and on everything that lies in them. */
export type ResourceGrants = {
  /** Each is `type:id`, such as `shop:berlin`. */
  readonly resources: readonly string[];
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
};

/**
 * Parses the claims of a payload that was verified elsewhere, such as on an API server, as strictly as `decode`.
 * Other claims are dropped. Only own properties count. Each property is read once, and no value is converted.
 *
 * @throws {MalformedTokenError} with the code of the first invalid claim
 * @example
 * import { readClaims } from '@licet/rule';
 *
 * const token = readClaims({ sub: 'ada', roles: ['billing'], exp: 1800000000, iss: 'https://id.example' });
 * token.roles; // ['billing']
 * token.permissions; // []
 */
export const readClaims = (payload: unknown): ParsedToken => read(() => payload);

/** Parses the payload that `source` returns. Every error becomes a `MalformedTokenError`. */
const read = (source: () => unknown): ParsedToken => {
  let code: MalformedCode = 'payload';
  try {
    const claims = own(source());
    const claim = <T>(name: Exclude<MalformedCode, 'payload'>, convert: (value: unknown) => T): T => {
      code = name;
      return convert(claims[name]);
    };
    return {
      sub: claim('sub', text),
      roles: claim('roles', list),
      permissions: claim('permissions', list),
      permissions_ref: claim('permissions_ref', optional),
      on: claim('on', (value) => list(value, grants)),
      on_ref: claim('on_ref', optional),
      exp: claim('exp', (value) => (Number.isFinite(value) ? (value as number) : fail())),
    };
  } catch {
    // Do not rethrow the error, because a SyntaxError of JSON.parse quotes the token.
    throw new MalformedTokenError(code);
  }
};

const text = (value: unknown): string => (typeof value === 'string' ? value : fail());

const optional = (value: unknown): string | undefined => (value === undefined ? value : text(value));

/** Parses a list of strings, or of what `convert` parses. A missing list is empty. */
export const list = <T = string>(
  value: unknown = [],
  convert: (item: unknown) => T = text as (item: unknown) => T,
): readonly T[] => (Array.isArray(value) ? Array.from(value, convert) : fail());

const grants = (value: unknown): ResourceGrants => {
  const claims = own(value);
  return {
    // Only this list is required, so that a value that is not an object is malformed.
    resources: list(claims.resources ?? 0),
    roles: list(claims.roles),
    permissions: list(claims.permissions),
  };
};

/** Returns a copy without a prototype, so that a polluted Object.prototype adds no claims. */
const own = (value: unknown): Record<string, unknown> => ({ __proto__: null, ...(value as object) });

const fail = (): never => {
  throw Error();
};

/**
 * Parses a JWS in compact serialization (RFC 7515, section 7.1: three parts separated by dots) without verifying it.
 * Only the payload is used. The content of the header and the signature are ignored, and the signature may be empty.
 * Servers must verify the token first.
 *
 * The header and the payload must be base64url without padding, so that `Bearer x.y.z` is not a token. The payload
 * must be UTF-8 without a byte order mark, and a JSON object. If a key occurs twice, the last value counts (RFC 7519,
 * section 4).
 *
 * @throws {MalformedTokenError} for every invalid argument, and no other error
 * @example
 * import { decode } from '@licet/rule';
 *
 * const token = decode('eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZGEiLCJyb2xlcyI6WyJiaWxsaW5nIl0sImV4cCI6MTgwMDAwMDAwMH0.c2ln');
 * token.sub; // 'ada'
 * token.roles; // ['billing']
 */
export const decode = (token: string): ParsedToken =>
  read(() => {
    const [, payload] = text(token).match(/^[\w-]+\.([\w-]+)\.[^.]*$/) as unknown as [string, string];
    const bytes = atob(payload.replace(/-/g, '+').replace(/_/g, '/'));
    // `escape` turns each byte into a percent escape that decodeURIComponent can read. This is a strict UTF-8 decoder
    // in every browser.
    return JSON.parse(decodeURIComponent(escape(bytes)));
  });

/**
 * The first part of a token that could not be parsed, in the order below. A new code is a breaking change.
 *
 * - `payload`: the token is not a string of three parts separated by dots; or the first or second part is not
 * base64url without padding; or the second part is not UTF-8 or not JSON
 * - `sub`, `roles`, `permissions`, `permissions_ref`, `on`, `on_ref`, `exp`: the claim does not have the required format
 */
export type MalformedCode = 'payload' | 'sub' | 'roles' | 'permissions' | 'permissions_ref' | 'on' | 'on_ref' | 'exp';

/**
 * The only error of this package. `decode` and `readClaims` throw it. The message never quotes the token, because the
 * token may be a secret.
 *
 * @example
 * import { decode, MalformedTokenError } from '@licet/rule';
 *
 * let code;
 * try {
 *   decode('not a token');
 * } catch (error) {
 *   if (error instanceof MalformedTokenError) code = error.code;
 * }
 * code; // 'payload'
 */
export class MalformedTokenError extends Error {
  override readonly name = 'MalformedTokenError';
  declare readonly code: MalformedCode;

  constructor(code: MalformedCode) {
    super(`Malformed token: ${code}`);
    this.code = code;
  }
}
