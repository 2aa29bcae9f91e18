import { decode, type MalformedCode, MalformedTokenError, readClaims, type Token } from '@licet/rule';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { type Issuer, issuerOf } from './issuers.ts';

/** A pasted token, decoded as far as possible. No part of it is sent anywhere. */
export interface Reading {
  /** The token without surrounding spaces, quotes or a leading `Bearer`. */
  text: string;
  bytes: number;
  /** The parts between the dots, unchanged; fewer than three if the token is malformed. */
  parts: readonly string[];
  header: Readonly<Record<string, unknown>> | undefined;
  claims: Readonly<Record<string, unknown>> | undefined;
  issuer: Issuer | undefined;
  /** The token as the access rule reads it, if it is well-formed. */
  token: Token | undefined;
  /** The reason why the access rule rejects the token. */
  malformed: MalformedCode | undefined;
}

/** Decodes a token. Never throws. */
export function readToken(pasted: string): Reading {
  const text = bare(pasted);
  const parts = text.split('.', 4);
  const [header = '', payload = ''] = parts;
  const claims = parts.length === 3 ? objectIn(payload) : undefined;
  const issuer = claims && issuerOf(claims);
  return {
    text,
    bytes: new Blob([text]).size,
    parts,
    header: parts.length === 3 ? objectIn(header) : undefined,
    claims,
    issuer,
    ...ruled(() => (issuer?.name === undefined ? decode(text) : readClaims(issuer.read(claims ?? {})))),
  };
}

/** A time claim (NumericDate, RFC 7519, section 2) as an instant; undefined if it is not a valid date. */
export function instantOf(seconds: unknown): Date | undefined {
  if (typeof seconds !== 'number') return undefined;
  const at = new Date(seconds * 1000);
  return Number.isFinite(at.getTime()) ? at : undefined;
}

function ruled(read: () => Token): Pick<Reading, 'token' | 'malformed'> {
  try {
    return { token: read(), malformed: undefined };
  } catch (error) {
    return { token: undefined, malformed: error instanceof MalformedTokenError ? error.code : 'payload' };
  }
}

function bare(pasted: string): string {
  return pasted
    .trim()
    .replace(/^(?:Authorization:\s*)?(?:Bearer|DPoP)\s+/i, '')
    .replace(/^["'`]|["'`,;]+$/g, '')
    .trim();
}

function objectIn(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    if (!/^[\w-]*$/.test(part)) return undefined;
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** One claim, formatted. */
interface PrintedClaim {
  name: string;
  text: string;
  /** The time in words, if the claim is a time. */
  note: string | undefined;
}

const ITEMS_SHOWN = 12;
const ITEMS_AT_FIRST = 8;
const TEXT_SHOWN = 400;
const LINE_WIDTH = 64;
const CLAIMS_SHOWN = 100;

/**
 * Formats the members of an object. Shortens long lists and texts, and appends how much was left out. `left` is the
 * number of members that are not shown.
 */
export function printClaims(claims: Readonly<Record<string, unknown>>): { printed: PrintedClaim[]; left: number } {
  const entries = Object.entries(claims);
  const printed = entries.slice(0, CLAIMS_SHOWN).map(([name, value]) => ({
    name: cut(name),
    text: printed1(value),
    note: times.has(name) ? timeText(value) : undefined,
  }));
  return { printed, left: entries.length - printed.length };
}

// The claims that hold times: RFC 7519, section 4.1, and OpenID Connect Core, section 2.
const times = new Set(['iat', 'exp', 'nbf', 'auth_time']);

function printed1(value: unknown): string {
  const text = JSON.stringify(shortened(value, 0), null, 2) ?? 'null';
  const single = text.replace(/\n\s*/g, ' ').replace(/([[{]) | ([\]}])/g, '$1$2');
  const shown = single.length <= LINE_WIDTH ? single : text.replaceAll('\n', '\n  ');
  return shown.replace(/"\u{E000}(.*?)"/gu, '$1');
}

function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 4) return '\u{E000}…';
  if (Array.isArray(value)) {
    const items = value.slice(0, value.length > ITEMS_SHOWN ? ITEMS_AT_FIRST : ITEMS_SHOWN);
    const rest = value.length - items.length;
    const shown = items.map((item) => shortened(item, depth + 1));
    return rest > 0 ? [...shown, `\u{E000}… and ${formatNumber(rest)} more`] : shown;
  }
  const entries = Object.entries(value).slice(0, ITEMS_SHOWN);
  return Object.fromEntries(entries.map(([key, item]) => [cut(key), shortened(item, depth + 1)]));
}

function cut(text: string): string {
  return text.length <= TEXT_SHOWN ? text : `${text.slice(0, TEXT_SHOWN)}… (${formatNumber(text.length)} characters)`;
}

function timeText(value: unknown): string | undefined {
  const at = instantOf(value);
  return at && formatDate(at, { dateStyle: 'medium', timeStyle: 'medium' });
}
