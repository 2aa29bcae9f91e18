import type { PermissionName, RoleName } from '@licet/rule';
import type { VerifiedAccess } from './access.ts';
import { type CutOffStream, openCutOffStream } from './cut-off-stream.ts';
import { createCutOffs } from './cut-offs.ts';
import { type Keys, openKeys } from './keys.ts';
import { type KnownTokenParts, learnToken } from './known-token.ts';
import { createLists } from './lists.ts';
import { readOptions, type Settings, type VerifierOptions } from './options.ts';
import { AccessRefused, asRefused } from './refused.ts';
import type { DpopMode } from './refused-reply.ts';
import { type AccessRequest, headerOf, type RequestParts, takeSteps } from './request.ts';
import { type Conditions, permissionRequirement, type Requirement, roleRequirement } from './requirement.ts';
import { createService, type Service, WrongApplication } from './service.ts';
import { createTokenCache, type TokenCache } from './token-cache.ts';
import { createUsage } from './usage.ts';
import {
  bareToken,
  type Credentials,
  createProofVerifier,
  longestLifetime,
  type ProofUse,
  proofAge,
  readCredentials,
  type UsedProof,
} from './verify/index.ts';
import { within } from './waiting.ts';

/** Verifies the access tokens of one application. Create one verifier per process, and close it at the end. */
export interface Verifier {
  /**
   * Returns the access of a request or of a single token. A single token must not be bound to a key.
   * @throws AccessRefused
   */
  verify(from: AccessRequest | string): Promise<VerifiedAccess>;
  /**
   * Returns the access if it includes the permission and if the sign-in satisfies the step-up. Reports the permission
   * as exercised.
   * @throws AccessRefused
   */
  requirePermission(
    from: AccessRequest | string,
    permission: PermissionName,
    conditions?: Conditions,
  ): Promise<VerifiedAccess>;
  /**
   * Returns the access if it includes the role.
   * @throws AccessRefused
   */
  requireRole(from: AccessRequest | string, role: RoleName): Promise<VerifiedAccess>;
  /**
   * Combines `verify`, `requirePermission` and `requireRole`, for adapters. For a known token, returns the access
   * directly, not a promise.
   * @throws AccessRefused; a returned promise rejects with the same error
   */
  admit(from: AccessRequest | string, requirement?: Requirement): VerifiedAccess | Promise<VerifiedAccess>;
  /**
   * Waits until the issuer answers. With `whenDisconnected: 'refuse'`, also waits for the stream of cut-offs. Rejects
   * after `milliseconds`, by default 30 seconds. Rejects at once for the URL of another issuer, or a client of another
   * application. The error names the URL or the application, and says what to do.
   */
  ready(milliseconds?: number): Promise<void>;
  /** True while the stream of cut-offs is connected. */
  readonly connected: boolean;
  readonly dpop: DpopMode;
  /** Sends the remaining usage reports, and ends all background work. */
  close(): Promise<void>;
}

/**
 * Creates a verifier. It starts to load the issuer's keys immediately, and `ready` waits for them.
 *
 * A request causes a fetch in only two cases:
 *
 * - Its token names an unknown key. Keys are fetched at most once in 30 seconds.
 * - Its token refers to a permission list that is not in memory.
 *
 * @throws TypeError for an invalid option
 * @example
 * import { createVerifier } from '@licet/api';
 *
 * const verifier = createVerifier({ issuer: 'http://localhost:4080', audience: 'ledger' });
 * verifier.connected; // false
 * await verifier.close();
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const parts = openParts(readOptions(options));
  const { settings, keys, service, stream, usage, tokens } = parts;
  return {
    verify: async (from) => admit(parts, from),
    requirePermission: async (from, permission, conditions) =>
      admit(parts, from, permissionRequirement(permission, conditions)),
    requireRole: async (from, role) => admit(parts, from, roleRequirement(role)),
    admit: (from, requirement) => admit(parts, from, requirement),
    ready: async (milliseconds = startPatience) => {
      const end = performance.now() + milliseconds;
      const left = () => Math.max(0, end - performance.now());
      await keys.ready(milliseconds);
      if (!service || !stream) return;
      await within(service.token(), left(), () => '').catch((error: unknown) => {
        if (error instanceof WrongApplication) throw error;
      });
      if (settings.whenDisconnected !== 'refuse') return;
      await within(
        stream.first,
        left(),
        () =>
          `The stream of cut-offs of ${settings.issuer} is not connected. ${stream.failure} Check the id and the secret of “client”, and that proxies pass the stream.`,
      );
    },
    get connected() {
      return stream?.connected ?? false;
    },
    dpop: settings.dpop,
    close: async () => {
      tokens.clear();
      usage?.close();
      await usage?.flush(closePatience);
      stream?.close();
      keys.close();
    },
  };
}

interface VerifierParts extends RequestParts {
  readonly keys: Keys;
  readonly service: Service | undefined;
  readonly tokens: TokenCache;
}

function openParts(settings: Settings): VerifierParts {
  const { issuer, audience, client, now, fetch } = settings;
  const keys = openKeys({ issuer, fetch, onChange: () => tokens.clear() });
  const service = client && createService({ address: issuer, audience, client, issuer: keys.issuer, fetch });
  const cutOffs = createCutOffs({ keep: longestLifetime + 60, most: 100_000, now });
  const stream = service && openStream(settings, service, cutOffs);
  const lists = createLists({ address: issuer, fetch, service, most: settings.lists });
  const learning: KnownTokenParts = { settings, keys, lists, cutOffs, stream };
  const tokens = createTokenCache({ most: settings.tokens, learn: (token, hash) => learnToken(learning, token, hash) });
  const verifyProof = createProofVerifier({
    replays: createReplayMemory({ age: proofAge, most: settings.proofs, mostOfOne: proofsOfOneKey }),
    now,
    addressAdvice: addressAdvice(settings.publicUrl),
  });
  const usage = service && openUsage(settings, service, stream);
  return { ...learning, keys, service, tokens, verifyProof, proven: new WeakMap(), usage };
}

function openStream({ now, onStatus }: Settings, service: Service, cutOffs: KnownTokenParts['cutOffs']): CutOffStream {
  return openCutOffStream({ service, cutOffs, now, silence: heartbeat + grace, grace, onStatus });
}

function openUsage({ now, onStatus }: Settings, service: Service, stream: CutOffStream | undefined) {
  const onFailure = (detail: string) => onStatus({ connected: stream?.connected ?? false, detail });
  return createUsage({ service, now, every: usageEvery, onFailure });
}

const addressAdvice = (publicUrl: string | undefined) =>
  publicUrl === undefined
    ? 'If clients reach this server at the first, through a proxy say, give where it begins to createVerifier as “publicUrl”.'
    : `“publicUrl” of createVerifier is ${publicUrl}; it must be the address that clients call.`;

/** Reads the credentials, verifies the token unless it is cached, and runs the checks of the request. */
function admit(
  parts: VerifierParts,
  from: AccessRequest | string,
  requirement: Requirement = {},
): VerifiedAccess | Promise<VerifiedAccess> {
  let credentials: Credentials | undefined;
  try {
    const given = typeof from === 'string' ? bareToken(from) : readCredentials(headerOf(from, 'authorization'));
    credentials = given;
    const found = parts.tokens.find(given.token);
    if (found instanceof Promise)
      return found
        .then(async (token) => {
          await takeSteps({ parts, from, credentials: given, token, requirement });
          return token.access;
        })
        .catch((error: unknown) => refuse(error, given));
    const waiting = takeSteps({ parts, from, credentials: given, token: found, requirement });
    return waiting
      ? waiting.then(
          () => found.access,
          (error: unknown) => refuse(error, given),
        )
      : found.access;
  } catch (error) {
    return refuse(error, credentials);
  }
}

function refuse(error: unknown, credentials: Credentials | undefined): never {
  throw withScheme(asRefused(error), credentials);
}

function withScheme(refused: AccessRefused, credentials: Credentials | undefined): AccessRefused {
  const { code, reason, message, permission, role, stepUp, cause } = refused;
  if (!credentials?.scheme) return refused;
  return new AccessRefused(code, reason, message, {
    scheme: credentials.scheme,
    ...(permission === undefined ? {} : { permission }),
    ...(role === undefined ? {} : { role }),
    ...stepUp,
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * Milliseconds between two heartbeats of Licet (`limits.liveHeartbeat`), and the tolerance for a late heartbeat or a
 * reconnection.
 */
const heartbeat = 15_000;
const grace = 5000;
/** Milliseconds between two usage reports (`limits.usageEvery`). */
const usageEvery = 60_000;
const startPatience = 30_000;
const closePatience = 2000;
/** The maximum number of proofs remembered per key, so that one busy key cannot evict the proofs of others. */
const proofsOfOneKey = 5000;

/**
 * Remembers used proofs in this process, so that each is accepted only once. The memory is limited in total and per
 * key.
 */
export interface ProcessReplayMemory {
  /**
   * Marks a proof as used. Returns `used` for a known proof, and for a proof so old that the memory may have forgotten
   * it. Returns `full` if the limit for this key is reached.
   */
  take(proof: UsedProof): ProofUse;
}

export interface ReplayMemoryBounds {
  /** Seconds after which every proof is invalid. */
  readonly age: number;
  /** The maximum number of proofs of all keys. */
  readonly most: number;
  /** The maximum number of proofs per key. */
  readonly mostOfOne: number;
}

/**
 * Creates a memory of used proofs. A proof is valid for `age` seconds after its creation. If more than `most` proofs
 * arrive in that time, the memory forgets the oldest ones. It then refuses every proof that is not newer than the
 * forgotten ones, so it never accepts a replay.
 *
 * The caller must refuse proofs with a future date. After forgetting such a proof, the memory would refuse every proof
 * until that date.
 */
export function createReplayMemory({ age, most, mostOfOne }: ReplayMemoryBounds): ProcessReplayMemory {
  /** The ids of all remembered proofs, grouped by the time of creation. */
  const slots = new Map<number, Map<string, string>>();
  const counts = new Map<string, number>();
  let size = 0;
  let floor = Number.NEGATIVE_INFINITY;
  let sweptAt = Number.NEGATIVE_INFINITY;
  const forget = (slot: number) => {
    for (const thumbprint of slots.get(slot)?.values() ?? []) {
      const left = (counts.get(thumbprint) ?? 0) - 1;
      if (left > 0) counts.set(thumbprint, left);
      else counts.delete(thumbprint);
      size -= 1;
    }
    slots.delete(slot);
    // Never lower this limit, even if the clock is set back. Otherwise, forgotten proofs could be accepted again.
    floor = Math.max(floor, slot);
  };
  const forgetOld = (now: number) => {
    const current = Math.floor(now / slotSeconds);
    if (current === sweptAt) return;
    sweptAt = current;
    for (const each of slots.keys()) if ((each + 1) * slotSeconds < now - age) forget(each);
  };
  return {
    take({ id, thumbprint, madeAt, now }) {
      forgetOld(now);
      const slot = Math.floor(madeAt / slotSeconds);
      if (slot <= floor) return 'used';
      const ids = slots.get(slot) ?? new Map<string, string>();
      if (ids.has(id)) return 'used';
      const count = counts.get(thumbprint) ?? 0;
      if (count >= mostOfOne) return 'full';
      slots.set(slot, ids.set(id, thumbprint));
      counts.set(thumbprint, count + 1);
      size += 1;
      while (size > most) forget(Math.min(...slots.keys()));
      return 'first';
    },
  };
}

const slotSeconds = 5;
