import type { PermissionName, RoleName } from '@licet/rule';
import { type Answering, createAccess, type VerifiedAccess } from './access.ts';
import { type Claims, lifetime, verifyClaims } from './claims.ts';
import { bareToken, type Credentials, credentialsOf, requireForm } from './credentials.ts';
import { type Concerned, createCutOffs } from './cutOffs.ts';
import { within } from './gate.ts';
import { openHearing } from './hearing.ts';
import { openKeys } from './keys.ts';
import { beginLife, type LifeStanding } from './life.ts';
import { createLists } from './lists.ts';
import { readOptions, type VerifierOptions } from './options.ts';
import { createProofCheck } from './proof.ts';
import { createRecent } from './recent.ts';
import { AccessRefused, asRefused } from './refused.ts';
import type { DpopMode } from './refusedReply.ts';
import { type AccessRequest, headerOf } from './request.ts';
import { createService } from './service.ts';
import { sha256 } from './sha256.ts';
import { createShelf } from './shelf.ts';
import { createUsage } from './usage.ts';
import { type Wanted, wantPermission, wantRole } from './wanted.ts';

/** Verifies the access tokens of one application. Make one for a process, and close it at the end. */
export interface Verifier {
  /**
   * Who the request, or a token by itself, speaks for. A token by itself cannot be one that is bound to a key.
   * @throws AccessRefused
   */
  verify(from: AccessRequest | string): Promise<VerifiedAccess>;
  /** The same, and the permission is held; it counts as exercised. @throws AccessRefused */
  requirePermission(from: AccessRequest | string, permission: PermissionName): Promise<VerifiedAccess>;
  /** The same, and the role is held. @throws AccessRefused */
  requireRole(from: AccessRequest | string, role: RoleName): Promise<VerifiedAccess>;
  /** All three for adapters: answers without a promise when the token is known. @throws AccessRefused, or rejects with it */
  admit(from: AccessRequest | string, wanted?: Wanted): VerifiedAccess | Promise<VerifiedAccess>;
  /** Waits until the issuer was reached and, with `whenDeaf: 'refuse'`, cut-offs are heard. Rejects after 30 seconds. */
  ready(): Promise<void>;
  /** Whether cut-offs are heard now. */
  readonly hearing: boolean;
  readonly dpop: DpopMode;
  /** Reports what was exercised, and ends everything that runs in the background. */
  close(): Promise<void>;
}

interface Held extends Answering {
  readonly concerned: Concerned;
  readonly life: () => LifeStanding;
  readonly thumbprint: string | undefined;
  /** SHA-256 of the token, base64url. */
  readonly hash: string;
}

/**
 * Makes a verifier. It begins to load the issuer's keys at once; `ready` waits for them. Requests fetch nothing, but the keys
 * when one is named that is not known (once in 30 seconds at most) and a list of permissions that is seen for the first time.
 *
 * @throws TypeError when an option cannot be used
 * @example
 * import { createVerifier } from '@licet/api';
 *
 * const verifier = createVerifier({ issuer: 'http://localhost:4080', audience: 'ledger' });
 * verifier.hearing; // false
 * await verifier.close();
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const settings = readOptions(options);
  const { issuer, audience, client, whenDeaf, dpop, now, fetch, onStatus } = settings;
  const known = createShelf<Held>(settings.tokens);
  const recent = createRecent<Held>(Math.min(settings.tokens, mostRecent), recently);
  const underWay = new Map<string, Promise<Held>>();
  const proven = new WeakMap<object, string>();
  let rotations = 0;
  const onChange = () => {
    rotations += 1;
    known.clear();
    recent.clear();
  };
  const keys = openKeys({ issuer, fetch, onChange });
  const service = client && createService({ address: issuer, client, issuer: keys.issuer, fetch });
  const cutOffs = createCutOffs({ keep: lifetime + 60, most: 100_000, now });
  const ear = service && openHearing({ service, cutOffs, now, silence: heartbeat + grace, grace, onStatus });
  const lists = createLists({ address: issuer, fetch, service, most: settings.lists });
  const checkProof = createProofCheck({ publicUrl: settings.publicUrl, now, remembered: settings.proofs });
  const usage =
    service &&
    createUsage({
      service,
      now,
      every: usageEvery,
      onFailure: (detail) => onStatus({ hearing: ear?.hearing ?? false, detail }),
    });
  const isDeaf = () => whenDeaf === 'refuse' && ear?.deaf !== false;

  const hold = async (token: string, hash: string): Promise<Held> => {
    requireForm(token);
    const began = rotations;
    const claims = await verifyClaims({ issuer, audience, keys, now }, token);
    const concerned = concernedOf(claims);
    const life = beginLife({ issuedAt: claims.issuedAt, expiresAt: claims.token.exp, now });
    requireStanding(concerned, life);
    const { permissions_ref: ref, permissions } = claims.token;
    const whole = ref === undefined ? permissions : await lists.get(ref, claims.thumbprint ? undefined : token);
    const stands = () => !isDeaf() && !cutOffs.refuses(concerned);
    const answering = createAccess({ claims, permissions: whole, now, life, stands });
    const held = { ...answering, concerned, life, thumbprint: claims.thumbprint, hash };
    if (settings.tokens > 0 && began === rotations) known.set(hash, held);
    return held;
  };
  const requireStanding = (concerned: Concerned, life: () => LifeStanding) => {
    const standing = life();
    if (standing === 'expired') throw new AccessRefused('token_expired', 'expired', 'The access token has expired.');
    if (standing === 'early')
      throw new AccessRefused('token_invalid', 'time', 'The access token is from the future. Set this server’s clock.');
    if (isDeaf())
      throw new AccessRefused(
        'unavailable',
        'deaf',
        'What was taken away since cannot be heard, so nothing is served.',
      );
    if (cutOffs.refuses(concerned))
      throw new AccessRefused('token_invalid', 'cut-off', 'The access was taken away since the token was issued.');
  };
  /** The binding, the proof where there is one, and what is wanted: looked at for every request. */
  const examine = (held: Held, from: AccessRequest | string, { scheme }: Credentials, wanted: Wanted) => {
    requireStanding(held.concerned, held.life);
    requireScheme(held.thumbprint, scheme, dpop);
    if (held.thumbprint === undefined || typeof from === 'string') return permit(held, wanted);
    // A request may pass several guards; its proof is used once.
    if (proven.get(from) === held.hash) return permit(held, wanted);
    return checkProof(from, held.hash, held.thumbprint).then(() => {
      proven.set(from, held.hash);
      requireStanding(held.concerned, held.life);
      return permit(held, wanted);
    });
  };
  const permit = ({ access, compiled }: Held, { permission, role }: Wanted): VerifiedAccess => {
    if (permission !== undefined && !compiled.can(permission))
      throw new AccessRefused('forbidden', 'permission', `This needs the permission “${permission}”.`, { permission });
    if (role !== undefined && !compiled.hasRole(role))
      throw new AccessRefused('forbidden', 'role', `This needs the role “${role}”.`, { role });
    if (permission !== undefined && !access.service) usage?.record(access.userId, permission);
    return access;
  };
  const find = (token: string): Held | Promise<Held> => {
    const near = recent.get(token);
    if (near) return near;
    const hash = sha256(token);
    const held = known.get(hash);
    if (held) recent.set(token, held);
    const holding = held ?? underWay.get(hash) ?? hold(token, hash).finally(() => underWay.delete(hash));
    if (holding instanceof Promise) underWay.set(hash, holding);
    return holding;
  };
  const admit = (from: AccessRequest | string, wanted: Wanted = {}): VerifiedAccess | Promise<VerifiedAccess> => {
    let credentials: Credentials | undefined;
    try {
      const given = typeof from === 'string' ? bareToken(from) : credentialsOf(headerOf(from, 'authorization'));
      credentials = given;
      const held = find(given.token);
      const answer =
        held instanceof Promise
          ? held.then((each) => examine(each, from, given, wanted))
          : examine(held, from, given, wanted);
      return answer instanceof Promise ? answer.catch((error: unknown) => refuse(error, given)) : answer;
    } catch (error) {
      return refuse(error, credentials);
    }
  };
  return {
    verify: async (from) => admit(from),
    requirePermission: async (from, permission) => admit(from, wantPermission(permission)),
    requireRole: async (from, role) => admit(from, wantRole(role)),
    admit,
    ready: async () => {
      await keys.ready(startPatience);
      if (whenDeaf === 'refuse' && ear) await within(ear.first, startPatience, () => 'Cut-offs are not heard.');
    },
    get hearing() {
      return ear?.hearing ?? false;
    },
    dpop,
    close: async () => {
      recent.clear();
      usage?.close();
      await usage?.flush(closePatience);
      ear?.close();
      keys.close();
    },
  };
}

const concernedOf = ({ token, clientId, sessionId, version, issuedAt }: Claims): Concerned => ({
  userId: token.sub,
  clientId,
  sessionId,
  roles: token.roles,
  version,
  issuedAt,
});

function requireScheme(thumbprint: string | undefined, scheme: Credentials['scheme'], dpop: DpopMode): void {
  // RFC 9449 section 7.2: a bound token is worth nothing as a bearer token.
  if (thumbprint !== undefined && scheme !== 'DPoP')
    throw new AccessRefused(
      'proof_invalid',
      'binding',
      'The access token is bound to a key; send it as DPoP, with a proof.',
    );
  if (thumbprint === undefined && scheme === 'DPoP')
    throw new AccessRefused(
      'proof_invalid',
      'binding',
      'The access token is not bound to a key; a proof proves nothing of it.',
    );
  if (thumbprint === undefined && dpop === 'required')
    throw new AccessRefused('proof_invalid', 'binding', 'Access tokens must be bound to a key here (DPoP).');
}

function refuse(error: unknown, credentials: Credentials | undefined): never {
  throw withScheme(asRefused(error), credentials);
}

function withScheme(refused: AccessRefused, credentials: Credentials | undefined): AccessRefused {
  const { code, reason, message, permission, role, cause } = refused;
  if (!credentials?.scheme) return refused;
  return new AccessRefused(code, reason, message, {
    scheme: credentials.scheme,
    ...(permission === undefined ? {} : { permission }),
    ...(role === undefined ? {} : { role }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Milliseconds: how often Licet says something (limits.liveHeartbeat), and what that or a new stream may be late by. */
const heartbeat = 15_000;
const grace = 5000;
/** Milliseconds between two reports of usage (limits.usageEvery). */
const usageEvery = 60_000;
const startPatience = 30_000;
const closePatience = 2000;
/** Tokens that are held as they came, and for how long: the rest is known by its hash alone. */
const mostRecent = 1000;
const recently = 30_000;
