import { limits } from '@licet/contract';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { machineNow } from '../../machine-clock.ts';
import { recordsOf } from './request-records.ts';

/**
 * Refuses a client assertion (RFC 7523 section 3) unless this issuer is its only audience, as a string. Otherwise another server could
 * obtain an assertion that also names us, or our token endpoint, and use it here (draft-ietf-oauth-rfc7523bis). Its end must be near,
 * because it is remembered until then.
 */
export function refuseAssertion(issuer: string, { aud, iat, exp }: Readonly<Record<string, unknown>>): void {
  if (aud !== issuer) throw new errors.InvalidClientAuth('aud is not the issuer alone');
  if (typeof iat === 'number' && iat > machineNow() + clockSkew)
    throw new errors.InvalidClientAuth(`iat is more than ${clockSkew} seconds ahead`);
  if (typeof exp !== 'number' || exp <= machineNow()) throw new errors.InvalidClientAuth('exp is past');
  if (exp > machineNow() + limits.clientAssertionLifetime.value)
    throw new errors.InvalidClientAuth(`exp is more than ${limits.clientAssertionLifetime.value} seconds ahead`);
}

/** The seconds by which a client's clock may be ahead of ours (FAPI 2.0 Security Profile section 5.3.2.1 refuses more). */
const clockSkew = 60;

/**
 * The seconds by which `nbf` may be in the future. FAPI 2.0 Security Profile section 5.3.2.1 requires accepting 10 and refusing more than
 * 60.
 */
export const clientClockDrift = 10;

/** Whether the record that the request stores is its client assertion. It is the first one; a DPoP proof follows. */
export function isAssertion(ctx: KoaContextWithOIDC | undefined): boolean {
  return typeof ctx?.oidc.params?.client_assertion === 'string' && recordsOf(ctx).firstAssertion();
}
