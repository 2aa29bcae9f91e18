import { read, type Token, text } from './token.ts';

/**
 * Reads a JWS in compact form (RFC 7515, section 7.1: three parts joined by dots) without verifying it: only the
 * payload is looked at, never what the header says nor the signature, which may even be empty. Servers verify first.
 *
 * Header and payload must be base64url without padding, so that `Bearer x.y.z` is no token; the payload UTF-8 without a byte order mark, and a JSON object. Of a key that occurs twice the last one
 * counts (RFC 7519, section 4).
 *
 * @throws {MalformedTokenError} and nothing else, whatever the argument.
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
    // `escape` turns each byte into the form that decodeURIComponent reads: a strict UTF-8 decoder in every browser.
    return JSON.parse(decodeURIComponent(escape(bytes)));
  });
