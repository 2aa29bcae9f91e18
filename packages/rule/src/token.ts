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
export const readClaims = (payload: unknown): Token => read(() => payload);

/**
 * Validates a token again, because the caller may have built the object. Returns empty lists and NaN as the expiry for
 * a malformed token.
 */
export const accept = (token: Token): Omit<Token, 'sub'> => {
  try {
    return readClaims(token);
  } catch {
    return { roles: [], permissions: [], exp: Number.NaN };
  }
};

/** Parses the payload that `source` returns. Every error becomes a `MalformedTokenError`. */
const read = (source: () => unknown): Token => {
  let code: MalformedCode = 'payload';
  try {
    // The object has no prototype, so that a polluted Object.prototype adds no claims.
    const claims: Record<string, unknown> = { __proto__: null, ...(source() as object) };
    const claim = <T>(name: Exclude<MalformedCode, 'payload'>, convert: (value: unknown) => T): T => {
      code = name;
      return convert(claims[name]);
    };
    return {
      sub: claim('sub', text),
      roles: claim('roles', list),
      permissions: claim('permissions', list),
      permissions_ref: claim('permissions_ref', (value) => (value === undefined ? value : text(value))),
      exp: claim('exp', (value) => must(Number.isFinite(value), value as number)),
    };
  } catch {
    // Do not rethrow the error, because a SyntaxError of JSON.parse quotes the token.
    throw new MalformedTokenError(code);
  }
};

const text = (value: unknown): string => must(typeof value === 'string', value as string);

const list = (value: unknown = []): readonly string[] =>
  Array.from(must(Array.isArray(value), value as unknown[]), text);

const must = <T>(fits: boolean, value: T): T => {
  if (fits) return value;
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
export const decode = (token: string): Token =>
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
 * - `sub`, `roles`, `permissions`, `permissions_ref`, `exp`: the claim does not have the required format
 */
export type MalformedCode = 'payload' | 'sub' | 'roles' | 'permissions' | 'permissions_ref' | 'exp';

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
