import { decode, type MalformedCode, MalformedTokenError, type Token } from '@licet/rule';

/** What was pasted, read as far as it can be. Nothing of it leaves the page. */
export interface Reading {
  /** The token itself: without white space around it, quotes or a leading `Bearer`. */
  text: string;
  bytes: number;
  /** The three parts as they stand, or as many as there are. */
  parts: readonly string[];
  header: Readonly<Record<string, unknown>> | undefined;
  claims: Readonly<Record<string, unknown>> | undefined;
  /** What the rule reads, when it is well-formed. */
  token: Token | undefined;
  /** Why the rule does not take it. */
  malformed: MalformedCode | undefined;
}

/** Reads a token. Never throws, whatever it is given. */
export function readToken(pasted: string): Reading {
  const text = bare(pasted);
  const parts = text.split('.', 4);
  const [header = '', payload = ''] = parts;
  const read = ruled(text);
  return {
    text,
    bytes: new Blob([text]).size,
    parts,
    header: parts.length === 3 ? objectIn(header) : undefined,
    claims: parts.length === 3 ? objectIn(payload) : undefined,
    ...read,
  };
}

/** A time claim (RFC 7519, section 2, NumericDate) as an instant; nothing when it is none that a calendar has. */
export function instantOf(seconds: unknown): Date | undefined {
  if (typeof seconds !== 'number') return undefined;
  const at = new Date(seconds * 1000);
  return Number.isFinite(at.getTime()) ? at : undefined;
}

function ruled(text: string): Pick<Reading, 'token' | 'malformed'> {
  try {
    return { token: decode(text), malformed: undefined };
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
