import { readFileSync } from 'node:fs';
import type { JWK } from 'jose';

/** The outcome of a request. */
export type Expected = 'accepted' | { readonly code: string; readonly reason: string };

/** A case of ../../cases, as its README describes. */
export interface VerifierCase {
  readonly name: string;
  /** The Authorization header. */
  readonly authorization?: string;
  /** The DPoP header. */
  readonly dpop?: string;
  /** The request target, unless it is `/invoices`. */
  readonly target?: string;
  readonly expect: Expected;
  /** The outcome of the same request the second time. */
  readonly again?: Expected;
}

/** The common setup of all cases. */
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

/** The request of a case, as servers of Node see it. */
export const requestOf = ({ authorization, dpop, target = '/invoices' }: VerifierCase) => ({
  method: 'GET',
  url: target,
  headers: {
    host: new URL(caseSetup.issuer).host,
    ...(authorization === undefined ? {} : { authorization }),
    ...(dpop === undefined ? {} : { dpop }),
  },
});
