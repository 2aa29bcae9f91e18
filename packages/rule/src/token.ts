import { type MalformedCode, MalformedTokenError } from './malformed.ts';

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
 * Parses the claims of a token again, because the caller may have built the object. A malformed token has empty
 * lists, and NaN as its expiry.
 */
export const accept = (token: Token): Omit<Token, 'sub'> => {
  try {
    return readClaims(token);
  } catch {
    return { roles: [], permissions: [], exp: Number.NaN };
  }
};

/** Parses the payload that `source` returns. Every error becomes a `MalformedTokenError`. */
export const read = (source: () => unknown): Token => {
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

export const text = (value: unknown): string => must(typeof value === 'string', value as string);

const list = (value: unknown = []): readonly string[] =>
  Array.from(must(Array.isArray(value), value as unknown[]), text);

const must = <T>(fits: boolean, value: T): T => {
  if (fits) return value;
  throw Error();
};
