import { limits } from '@licet/contract';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { machineNow } from '../machine-clock.ts';

/** An assertion (RFC 7523 section 3) is remembered until it ends; so its end cannot be far away. */
export function refuseLongAssertion({ exp }: Readonly<Record<string, unknown>>): void {
  if (typeof exp !== 'number' || exp > machineNow() + limits.clientAssertionLife.value)
    throw new errors.InvalidClientAuth(`exp is more than ${limits.clientAssertionLife.value} seconds ahead`);
}

const remembered = new WeakSet<KoaContextWithOIDC>();

/** Whether what a request uses for the first time is its client’s assertion: it comes before any DPoP proof. */
export function isAssertion(ctx: KoaContextWithOIDC | undefined): boolean {
  if (!ctx || typeof ctx.oidc.params?.client_assertion !== 'string' || remembered.has(ctx)) return false;
  remembered.add(ctx);
  return true;
}
