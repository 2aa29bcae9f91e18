import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Database } from '../../store/kernel/database.ts';
import type { Destination } from '../../store/sign-in/destination.ts';
import { refuseOver } from '../factors/refusals.ts';

/** What the endpoints of the sign-in page need of the provider. */
export interface PageParts {
  /** The provider that answers now: it is replaced when the keys change. */
  readonly provider: () => Provider;
  readonly database: Database;
  /** The public address, without a slash at the end. */
  readonly issuer: string;
}

/** @throws Refusal `not_found` when the browser has no such sign-in under way */
export async function signInUnderWay(provider: Provider, request: FastifyRequest, reply: FastifyReply, uid: string) {
  try {
    const details = await provider.interactionDetails(request.raw, reply.raw);
    if (details.uid === uid) return details;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SessionNotFound') throw error;
  }
  return refuseOver();
}

/** A request of a page of the sign-in, which the provider's own do not reach: what was read with the sign-in under way. */
export const pageReading = new AsyncLocalStorage<{ to: Destination | undefined }>();
