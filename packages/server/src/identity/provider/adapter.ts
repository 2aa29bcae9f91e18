import { createHash } from 'node:crypto';
import Provider, {
  type Adapter,
  type AdapterFactory,
  type AdapterPayload,
  errors,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { type ProvingKey, provingKeys } from '../../store/applications/client-keys.ts';
import { type ClientToSignIn, findClientToSignIn, isClientId } from '../../store/applications/clients.ts';
import { chargeAttempt, refundAttempt, userCodeFailures } from '../../store/credentials/throttle.ts';
import { readClock } from '../../store/kernel/clock.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { findInteractionTo } from '../../store/sign-in/destination.ts';
import {
  findRecord,
  findRecordByUid,
  findRecordByUserCode,
  findTokenRecord,
  removeRecord,
  removeRecordsOfGrant,
  saveRecord,
  type TokenRecord,
} from '../../store/sign-in/records.ts';
import { findAnswered, readTokenRequest } from '../../store/sign-in/requests.ts';
import { type SessionSeen, sawSession } from '../../store/sign-in/sessions.ts';
import { claimDeviceCode, firstSeen, notePoll } from '../../store/sign-in/tokens.ts';
import { aboutDevice, type Secrets } from '../keys/secrets.ts';
import { originOf } from '../steps/request-origin.ts';
import { pageReading } from '../steps/sign-in-requests.ts';
import type { KeptAccess } from '../tokens/kept-access.ts';
import { isAssertion, keyMetadata, usesAssertion } from './client-keys.ts';
import { clientMetadata, keepsSecret, unproved } from './clients.ts';
import { TooManyUserCodes, UsedUserCode } from './device.ts';
import { type RequestRecords, recordsOf, writePostponed } from './request-records.ts';

interface Parts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly kept: KeptAccess;
}

/** The request that the provider answers, if any. */
type Ctx = KoaContextWithOIDC | undefined;

/** The provider's storage. It is in the database, so that any process can continue what another one began. */
export function createAdapter(parts: Parts): AdapterFactory {
  return (model) => inRequest((ctx) => adapterOf(parts, model, ctx));
}

/**
 * Creates the adapter anew for each call, from the current request. The library passes no request to its adapters, and
 * documents `Provider.ctx` for that purpose. It is read only here; the code below receives it as an argument.
 */
function inRequest(of: (ctx: Ctx) => Adapter): Adapter {
  const current = () => of(Provider.ctx);
  return {
    upsert: (id, payload, seconds) => current().upsert(id, payload, seconds),
    find: (id) => current().find(id),
    findByUid: (uid) => current().findByUid(uid),
    findByUserCode: (code) => current().findByUserCode(code),
    destroy: (id) => current().destroy(id),
    consume: (id) => current().consume(id),
    revokeByGrantId: (grantId) => current().revokeByGrantId(grantId),
  };
}

function adapterOf(parts: Parts, model: string, ctx: Ctx): Adapter {
  const { database, secrets } = parts;
  if (model === 'Client') return { ...readOnly, find: (id) => findMetadata(parts, ctx, id) };
  if (model === 'ReplayDetection') return replayDetection(database, ctx);
  if (model === 'DeviceCode') return deviceCodes(database, secrets, ctx);
  return model === 'Session' ? sessions(database, ctx) : storedRecords(database, model, ctx);
}

function storedRecords(database: Database, model: string, ctx: Ctx): Adapter {
  const records = ctx && recordsOf(ctx);
  const wait = waits(model, ctx);
  return {
    upsert: async (id, payload, seconds = 0) => {
      const record = { model, id, payload: storable(withoutSecrets(payload)), seconds };
      if (records && wait) records.postpone({ saved: [record] });
      else if (records?.hasPostponed()) await writePostponed(database, records.takePostponed({ saved: [record] }));
      else await saveRecord(database, record);
    },
    find: async (id) => records?.take(model, id) ?? findIn(database, model, id, ctx),
    findByUid: async (uid) => records?.take(model, `uid ${uid}`) ?? findRecordByUid(database, model, uid),
    findByUserCode: async () => undefined,
    destroy: async (id) => {
      if (records && wait) records.postpone({ removed: [{ model, id }] });
      else await removeRecord(database, model, id);
    },
    revokeByGrantId: (grantId) => removeRecordsOfGrant(database, grantId),
    consume: async (id) => {
      const used = { model, id };
      // The refresh token that is issued in exchange is saved in the same statement.
      if (records && exchanged.has(model) && ctx?.oidc.client?.grantTypeAllowed('refresh_token'))
        records.postpone({ used });
      else await writePostponed(database, { saved: [], removed: [], used });
    },
  };
}

/**
 * Whether a write is postponed. On the redirect back to the application, these records are written together with the
 * session, which comes last.
 */
function waits(model: string, ctx: Ctx): boolean {
  const route = ctx?.oidc?.route;
  return (route === 'authorization' || route === 'resume') && early.has(`${route} ${model}`);
}

const early = new Set([
  'authorization Interaction',
  'authorization Grant',
  'authorization AuthorizationCode',
  'resume Grant',
  'resume AuthorizationCode',
  'resume Interaction',
  'resume Session',
]);
const exchanged = new Set(['AuthorizationCode', 'RefreshToken']);

/** Finds a record. A code or refresh token at the token endpoint is read with its session and grant, which the provider looks up next. */
async function findIn(database: Database, model: string, id: string, ctx: Ctx): Promise<AdapterPayload | undefined> {
  if (model === 'Interaction') return findInteraction(database, id, ctx);
  const records = ctx?.oidc?.route === 'token' && exchanged.has(model) ? recordsOf(ctx) : undefined;
  if (!records) return findRecord(database, model, id);
  const found = await findTokenRecord(database, model, id);
  if (!found) return undefined;
  standOn(records, found);
  return found.token;
}

/**
 * Finds a sign-in under way. For its page, this includes the destination. On the way back to the application, it
 * includes the client and the user.
 */
async function findInteraction(database: Database, id: string, ctx: Ctx): Promise<AdapterPayload | undefined> {
  const page = pageReading.getStore();
  if (page) {
    const found = await findInteractionTo(database, id);
    page.to = found?.to;
    return found?.interaction;
  }
  const records = ctx?.oidc?.route === 'resume' ? recordsOf(ctx) : undefined;
  if (!records) return findRecord(database, 'Interaction', id);
  const found = await findAnswered(database, id);
  if (found?.client) records.keepClient(found.client);
  if (found?.account) records.keepAccount(found.account, undefined);
  return found?.interaction;
}

/** Keeps the session and the grant that were read with a code or refresh token, for the provider's next lookups. */
function standOn(records: RequestRecords, { token, session, grant }: TokenRecord): void {
  if (session) records.keepRecord('Session', `uid ${String(token.sessionUid)}`, session);
  if (grant) records.keepRecord('Grant', String(token.grantId), { ...grant, jti: String(token.grantId) });
}

interface ShownToken {
  readonly model: string;
  readonly id: string;
}

/** The code or refresh token in the request to the token endpoint; undefined for other grant types. */
function shownToken(ctx: Ctx): ShownToken | undefined {
  if (ctx?.oidc?.route !== 'token') return undefined;
  const { grant_type: type, code, refresh_token: refresh } = ctx.oidc.params ?? {};
  if (type === 'authorization_code' && typeof code === 'string') return { model: 'AuthorizationCode', id: code };
  if (type === 'refresh_token' && typeof refresh === 'string') return { model: 'RefreshToken', id: refresh };
  return undefined;
}

/** A client, with its keys if they were read in the same statement. */
interface FoundClient {
  readonly client: ClientToSignIn;
  readonly keys?: readonly ProvingKey[];
}

async function findClient({ database, kept }: Parts, ctx: Ctx, id: string): Promise<FoundClient | undefined> {
  const records = ctx && recordsOf(ctx);
  const known = records?.takeClient(id);
  if (known) return { client: known };
  if (ctx?.oidc?.route === 'token' && records && isClientId(id))
    return findAtTokenEndpoint(database, kept, records, shownToken(ctx), id);
  const client = await findClientToSignIn(poolOf(database), id);
  return client && { client };
}

/**
 * Reads a client, and in the same statement what the provider looks up next: the request's code or refresh token, and
 * its session and grant. For a public client, which sends no secret, this includes the access for a new token.
 */
async function findAtTokenEndpoint(
  database: Database,
  kept: KeptAccess,
  records: RequestRecords,
  shown: ShownToken | undefined,
  id: string,
): Promise<FoundClient | undefined> {
  // Also computes the access when an authorization code is exchanged. The resulting token is usually the user's first
  // for some time, so their access is not in memory yet.
  const compute = shown?.model === 'AuthorizationCode' || !kept.likely();
  const { client, keys, head, token, account, access } = await readTokenRequest(database, id, shown, compute);
  records.keepHead(head);
  if (shown && token) {
    records.keepRecord(shown.model, shown.id, token.token);
    standOn(records, token);
    if (account) records.keepAccount(account, textOf(token.token.sessionUid));
    if (access && account && client) records.keepAccess(access, account.id, client.application);
  }
  return client && { client, keys };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Removes the session's cookie id from the record of a sign-in. It is a secret, and no code reads it from there. */
function withoutSecrets(payload: AdapterPayload): AdapterPayload {
  const { session } = payload;
  if (typeof session !== 'object' || session === null) return { ...payload };
  const { cookie: _, ...kept } = session;
  return { ...payload, session: kept };
}

// PostgreSQL's JSON cannot store U+0000. Only a forged parameter, such as `state`, contains it.
function storable(payload: AdapterPayload): AdapterPayload {
  if (JSON.stringify(payload).includes('\\u0000')) throw new errors.InvalidRequest('a parameter holds U+0000');
  return payload;
}

/** Also records each session, with its browser, in the list of sessions that users see. */
function sessions(database: Database, ctx: Ctx): Adapter {
  const records = storedRecords(database, 'Session', ctx);
  return {
    ...records,
    upsert: async (id, payload, expiresIn = 0) => {
      const { uid, accountId, loginTs, amr } = payload;
      if (typeof uid !== 'string' || typeof accountId !== 'string') return records.upsert(id, payload, expiresIn);
      const record = { model: 'Session', id, payload: storable(payload), seconds: expiresIn };
      const { address, agent } = originOf(ctx?.req);
      const known: SessionSeen = {
        uid,
        userId: accountId,
        signedInAt: typeof loginTs === 'number' ? loginTs : undefined,
        expiresIn,
        address,
        agent,
        browser: browserOf(ctx),
        amr: Array.isArray(amr) ? amr.map(String) : [],
        epoch: epochOf(ctx),
        provedAt: provedAtOf(ctx),
        signInPage: signInPageOf(ctx),
      };
      const writes = (ctx && recordsOf(ctx))?.takePostponed({ saved: [record] }) ?? {
        saved: [record],
        removed: [],
        used: null,
      };
      if (!(await sawSession(database, known, writes)))
        throw new errors.SessionNotFound('the sign-ins of the user have ended');
    },
  };
}

/** The known browser in which the sign-in was just completed. */
function browserOf(ctx: Ctx): Buffer | undefined {
  const browser = ctx?.oidc?.result?.browser;
  return typeof browser === 'string' ? Buffer.from(browser, 'hex') : undefined;
}

/**
 * The time at which the user authenticated; null if the external provider gave none, undefined without a new sign-in.
 */
function provedAtOf(ctx: Ctx): string | null | undefined {
  const at = ctx?.oidc?.result?.provedAt;
  return typeof at === 'string' || at === null ? at : undefined;
}

/** The id of the sign-in in which an external provider proved the user. */
function signInPageOf(ctx: Ctx): string | undefined {
  const page = ctx?.oidc?.result?.cameBy;
  return typeof page === 'string' ? page : undefined;
}

/** The user's sign-in epoch at the time of the first factor. */
function epochOf(ctx: Ctx): number | undefined {
  const epoch = ctx?.oidc?.result?.epoch;
  return typeof epoch === 'number' ? epoch : undefined;
}

/**
 * Stores device codes.
 * - The provider finds a record by the code that the user entered, and saves it again under the record's id. So the
 * record contains its id, encrypted.
 * - Each entered code is charged to its network before it is looked up.
 * - A program that polls too often gets `slow_down` (RFC 8628 section 3.5).
 */
function deviceCodes(database: Database, secrets: Secrets, ctx: Ctx): Adapter {
  const records = storedRecords(database, 'DeviceCode', ctx);
  return {
    ...records,
    upsert: async (id, payload, expiresIn) => {
      if (isAnswer(payload) && !(await claimDeviceCode(database, id))) throw new UsedUserCode();
      const sealed = secrets.seal(id, aboutDevice).toString('base64url');
      await records.upsert(id, { ...payload, sealed }, expiresIn ?? 0);
    },
    find: async (id) => {
      const { route, client } = ctx?.oidc ?? {};
      if (route === 'token' && client && !(await notePoll(database, id, client.clientId))) throw new errors.SlowDown();
      return records.find(id);
    },
    findByUserCode: async (userCode) => {
      const network = userCodeFailures(originOf(ctx?.req).address);
      if ((await chargeAttempt(database, [network], await readClock(database))) !== undefined)
        throw new TooManyUserCodes();
      const found = await findRecordByUserCode(database, userCode);
      if (typeof found?.sealed !== 'string') return undefined;
      await refundAttempt(database, network);
      return { ...found, jti: secrets.open(Buffer.from(found.sealed, 'base64url'), aboutDevice) };
    },
  };
}

/**
 * Whether the record is the first to contain the user's answer. The provider checks only on reading, so two answers at the same time
 * could both be saved.
 */
const isAnswer = ({ inFlight, accountId, error }: AdapterPayload) =>
  inFlight === true ? accountId === undefined && error === undefined : error !== undefined;

const day = 86_400;

/**
 * Refuses replayed DPoP proofs (RFC 9449 section 11.1) and client assertions. There is no lookup first: the insert
 * itself decides which use is the first. Assertions expire by the server's clock, but are deleted by the database's.
 * They are kept for an extra day, because a server whose clock was set back would accept them again.
 */
function replayDetection(database: Database, ctx: Ctx): Adapter {
  return {
    ...readOnly,
    find: async () => undefined,
    upsert: async (id, _payload, expiresIn = 0) => {
      const assertion = isAssertion(ctx);
      if (await firstSeen(database, createHash('sha256').update(id).digest(), expiresIn + (assertion ? day : 0)))
        return;
      if (assertion) throw new errors.InvalidClientAuth('client assertion tokens must only be used once');
      throw new errors.InvalidGrant('DPoP proof JWT Replay detected');
    },
  };
}

async function findMetadata(parts: Parts, ctx: Ctx, id: string): Promise<AdapterPayload | undefined> {
  const found = await findClient(parts, ctx, id);
  if (!found) return undefined;
  const { client } = found;
  if (!keepsSecret(client)) return clientMetadata(client, unproved);
  const keys = found.keys ?? (await provingKeys(parts.database, client.id));
  return clientMetadata(client, keyMetadata(keys, usesAssertion(ctx)));
}

const unsupported = async (): Promise<undefined> => undefined;
const readOnly: Adapter = {
  upsert: unsupported,
  find: unsupported,
  findByUid: unsupported,
  findByUserCode: unsupported,
  destroy: unsupported,
  consume: unsupported,
  revokeByGrantId: unsupported,
};
