import { read, type Token, text } from './token.ts';

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
