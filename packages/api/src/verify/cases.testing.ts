import { readFileSync } from 'node:fs';
import type { JWK } from 'jose';

/** The outcome of a request. */
export type Expected = 'accepted' | { readonly code: string; readonly reason: string };

/** A test case in `packages/api/cases`. The README there describes the format. */
export interface VerifierCase {
  readonly name: string;
  /** The value of the Authorization header. */
  readonly authorization?: string;
  /** The value of the DPoP header. */
  readonly dpop?: string;
  /** The request target; `/invoices` by default. */
  readonly target?: string;
  readonly expect: Expected;
  /** The outcome when the same request is repeated. */
  readonly again?: Expected;
}

/** The setup that all cases share. */
export interface CaseSetup {
  readonly issuer: string;
  readonly audience: string;
  /** Seconds since the epoch. */
  readonly now: number;
  readonly jwks: { readonly keys: readonly (JWK & { readonly kid: string })[] };
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../cases/${name}.json`, import.meta.url), 'utf8'));

export const caseSetup: CaseSetup = read('setup');

export const caseThemes: readonly { readonly theme: string; readonly cases: readonly VerifierCase[] }[] = [
  'authorization',
  'access-token',
  'proof',
].map(read);

/** Returns the request of a case as a Node server receives it. */
export const requestOf = ({ authorization, dpop, target = '/invoices' }: VerifierCase) => ({
  method: 'GET',
  url: target,
  headers: {
    host: new URL(caseSetup.issuer).host,
    ...(authorization === undefined ? {} : { authorization }),
    ...(dpop === undefined ? {} : { dpop }),
  },
});
