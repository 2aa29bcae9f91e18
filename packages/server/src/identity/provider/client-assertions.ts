import { limits } from '@licet/contract';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { machineNow } from '../../machine-clock.ts';
import { recordsOf } from './request-records.ts';

/**
 * An assertion (RFC 7523 section 3) is for this issuer alone, named as a string: another server that was told to ask for one with a
 * second audience, or with our token endpoint as its own, cannot use it here (draft-ietf-oauth-rfc7523bis). It is remembered until
 * it ends; so its end cannot be far away.
 */
export function refuseAssertion(issuer: string, { aud, iat, exp }: Readonly<Record<string, unknown>>): void {
  if (aud !== issuer) throw new errors.InvalidClientAuth('aud is not the issuer alone');
  if (typeof iat === 'number' && iat > machineNow() + clockSkew)
    throw new errors.InvalidClientAuth(`iat is more than ${clockSkew} seconds ahead`);
  if (typeof exp !== 'number' || exp <= machineNow()) throw new errors.InvalidClientAuth('exp is past');
  if (exp > machineNow() + limits.clientAssertionLifetime.value)
    throw new errors.InvalidClientAuth(`exp is more than ${limits.clientAssertionLifetime.value} seconds ahead`);
}

/** A client's clock may be so many seconds before ours (FAPI 2.0 Security Profile section 5.3.2.1 refuses more). */
const clockSkew = 60;

/** `nbf` may be so many seconds ahead of our clock (FAPI 2.0 Security Profile section 5.3.2.1 wants 10 taken, and more than 60 refused). */
export const clientClockDrift = 10;

/** Whether what a request uses for the first time is its client’s assertion: it comes before any DPoP proof. */
export function isAssertion(ctx: KoaContextWithOIDC | undefined): boolean {
  return typeof ctx?.oidc.params?.client_assertion === 'string' && recordsOf(ctx).firstAssertion();
}
