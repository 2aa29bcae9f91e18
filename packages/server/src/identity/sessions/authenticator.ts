import { permissionsRef } from '@licet/api/verify';
import { licetApplication } from '@licet/contract';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../refusal.ts';
import { findClient } from '../../store/applications/clients.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { touchSession } from '../../store/sign-in/sessions.ts';
import type { Caller } from '../../usecases/context.ts';
import { fingerprintOf } from '../tokens/token-claims.ts';
import type { VerifiedToken, Verifier } from '../tokens/verify.ts';
import { ownOrigin } from './web-origins.ts';

export interface AuthenticatorParts {
  readonly database: Database;
  readonly issuer: string;
  readonly verify: Verifier;
  /** Receives failures of writes that no request waits for. */
  readonly onError: (error: unknown) => void;
}

/**
 * Identifies the caller of an API request. A request without credentials has an anonymous caller.
 * @throws Refusal for invalid credentials
 */
export type Authenticate = (request: FastifyRequest) => Promise<Caller>;

/**
 * Accepts tokens of every application. The authorisation of each API call then checks whether that application may make
 * the call.
 */
export function authenticator({ database, issuer, verify, onError }: AuthenticatorParts): Authenticate {
  const isOwn = ownOrigin(issuer);
  const touch = noteActivity(database, onError);
  const requireClientFits = async ({ clientId, audience }: VerifiedToken, origin: string | undefined) => {
    const client = await findClient(poolOf(database), clientId);
    if (client?.application !== audience) refuse('token_invalid', 'token_client_changed', {});
    if (origin !== undefined && origin !== issuer && !client.webOrigins.includes(origin)) refuseOrigin();
  };
  const requireOwnPage = async ({ clientId }: VerifiedToken, origin: string | undefined) => {
    if (origin === undefined || isOwn(origin)) return;
    const client = await findClient(poolOf(database), clientId);
    if (client?.application !== licetApplication || !client.webOrigins.includes(origin)) refuseOrigin();
  };
  return async (request) => {
    if (request.headers.authorization === undefined) return { kind: 'anonymous' };
    const { method, url, headers } = request;
    const verified = await verify({ method, url, headers }, undefined);
    const { userId, clientId, sessionId, service, audience, version, expiresAt } = verified;
    await (audience === licetApplication ? requireOwnPage : requireClientFits)(verified, headers.origin);
    const token = { version, expiresAt };
    if (service) return { kind: 'service', clientId, audience, token };
    if (sessionId === null) return refuse('token_invalid', 'token_without_session', {});
    if (!url.startsWith(openTabs) && headers[unattended] !== '?1') touch(sessionId);
    return {
      kind: 'user',
      userId,
      sessionId,
      clientId,
      audience,
      token: { ...token, carries: () => carriedBy(verified) },
    };
  };
}

function refuseOrigin(): never {
  refuse('origin_refused', 'origin_not_registered', {});
}

function carriedBy({ roles, permissions, permissionsRef: ref }: VerifiedToken): string {
  return fingerprintOf(permissionsRef(roles), ref ?? permissionsRef(permissions ?? []));
}

/** Records activity of a session, at most once a minute. */
function noteActivity(database: Database, onError: (error: unknown) => void): (sessionId: string) => void {
  const seen = new Map<string, number>();
  return (sessionId) => {
    const now = performance.now();
    if (now - (seen.get(sessionId) ?? Number.NEGATIVE_INFINITY) < touchEvery) return;
    if (seen.size >= sessionsRemembered) seen.clear();
    seen.set(sessionId, now);
    touchSession(database, sessionId).catch(onError); // not awaited
  };
}

/** Requests that an open tab sends on its own. They are no sign of the user's presence. */
const openTabs = '/api/v1/live';
/** Marks a request that a page sends without the user's action. Its value is a boolean (RFC 9651 section 3.3.6). */
const unattended = 'licet-unattended';

/** Milliseconds between two records of activity. */
const touchEvery = 60_000;
const sessionsRemembered = 10_000;
