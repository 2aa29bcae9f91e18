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
import { ownOrigin } from './own-origin.ts';

export interface AuthenticatorParts {
  readonly database: Database;
  readonly issuer: string;
  readonly verify: Verifier;
  /** Told of failures that nobody is waiting for. */
  readonly onError: (error: unknown) => void;
}

/** Who makes a call of the API. @throws Refusal for credentials that do not hold; without any it is nobody */
export type Authenticate = (request: FastifyRequest) => Promise<Caller>;

/** Tokens of every application are taken; what each may call is decided where calls are authorised. */
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

/** Tells of a session that somebody is still there, at most once a minute. */
function noteActivity(database: Database, onError: (error: unknown) => void): (sessionId: string) => void {
  const seen = new Map<string, number>();
  return (sessionId) => {
    const now = performance.now();
    if (now - (seen.get(sessionId) ?? Number.NEGATIVE_INFINITY) < touchEvery) return;
    if (seen.size >= sessionsRemembered) seen.clear();
    seen.set(sessionId, now);
    touchSession(database, sessionId).catch(onError); // nobody waits for it
  };
}

/** What an open tab asks by itself is no sign that a person is there. */
const openTabs = '/api/v1/live';
/** What a page says of a request that it makes while nobody is at it: a boolean of RFC 9651 section 3.3.6. */
const unattended = 'licet-unattended';

/** Milliseconds between two notes that a person is still there. */
const touchEvery = 60_000;
const sessionsRemembered = 10_000;
