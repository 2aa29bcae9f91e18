import { createHash } from 'node:crypto';
import type { Adapter, AdapterFactory, AdapterPayload, KoaContextWithOIDC } from 'oidc-provider';
import Provider, { errors } from 'oidc-provider';
import { type ProvingKey, provingKeys } from '../../store/applications/client-keys.ts';
import { type ClientToSignIn, findClientToSignIn, isClientId } from '../../store/applications/clients.ts';
import { charge, refund, userCodeFailures } from '../../store/credentials/failures.ts';
import { readClock } from '../../store/kernel/clock.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { findInteractionTo } from '../../store/sign-in/destination.ts';
import { claimDeviceCode, notePoll } from '../../store/sign-in/device-codes.ts';
import {
  findRecord,
  findRecordByUid,
  findRecordByUserCode,
  findTokenRecord,
  removeGrant,
  removeRecord,
  saveRecord,
  type TokenRecord,
} from '../../store/sign-in/records.ts';
import { findAnswered, readTokenRequest } from '../../store/sign-in/requests.ts';
import { type SessionSeen, sawSession } from '../../store/sign-in/sessions.ts';
import { firstSeen } from '../../store/sign-in/tokens.ts';
import { aboutDevice, type Secrets } from '../keys/secrets.ts';
import { originOf } from '../steps/request-origin.ts';
import { pageReading } from '../steps/sign-in-requests.ts';
import type { KeptAccess } from '../tokens/kept-access.ts';
import { isAssertion } from './client-assertions.ts';
import { keyMetadata, usesAssertion } from './client-keys.ts';
import { clientMetadata, keepsSecret, unproved } from './clients.ts';
import { TooManyUserCodes, UsedUserCode } from './device.ts';
import { type RequestRecords, recordsOf, writeOwed } from './request-records.ts';

interface Parts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly kept: KeptAccess;
}

/** The request that the provider answers, if any. */
type Ctx = KoaContextWithOIDC | undefined;

/** Where the provider keeps what it must remember: in the database, so that any process can go on where another left off. */
export function createAdapter(parts: Parts): AdapterFactory {
  return (model) => inRequest((ctx) => adapterOf(parts, model, ctx));
}

/**
 * An adapter that is made anew for each request. The library passes none to its adapters and documents `Provider.ctx` instead: that
 * is read here alone, and everything below takes it as an argument.
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
      if (records && wait) records.later({ saved: [record] });
      else if (records?.pending()) await writeOwed(database, records.owed({ saved: [record] }));
      else await saveRecord(database, record);
    },
    find: async (id) => records?.take(model, id) ?? findIn(database, model, id, ctx),
    findByUid: async (uid) => records?.take(model, `uid ${uid}`) ?? findRecordByUid(database, model, uid),
    findByUserCode: async () => undefined,
    destroy: async (id) => {
      if (records && wait) records.later({ removed: [{ model, id }] });
      else await removeRecord(database, model, id);
    },
    revokeByGrantId: (grantId) => removeGrant(database, grantId),
    consume: async (id) => {
      const used = { model, id };
      // What is issued in exchange is a refresh token, which is saved in the same statement.
      if (records && exchanged.has(model) && ctx?.oidc.client?.grantTypeAllowed('refresh_token'))
        records.later({ used });
      else await writeOwed(database, { saved: [], removed: [], used });
    },
  };
}

/** On the way back to the application everything waits for the session, which is written last. */
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

/** A code or a refresh token at the token endpoint, with what it stands on, which the provider looks for next; a sign-in with its client. */
async function findIn(database: Database, model: string, id: string, ctx: Ctx): Promise<AdapterPayload | undefined> {
  if (model === 'Interaction') return findInteraction(database, id, ctx);
  const records = ctx?.oidc?.route === 'token' && exchanged.has(model) ? recordsOf(ctx) : undefined;
  if (!records) return findRecord(database, model, id);
  const found = await findTokenRecord(database, model, id);
  if (!found) return undefined;
  standOn(records, found);
  return found.token;
}

/** On a page of the sign-in it is read with where it leads, on the way back with the client and who has signed in. */
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
  if (found?.client) records.readClient(found.client);
  if (found?.account) records.readAccount(found.account, undefined);
  return found?.interaction;
}

/** What a code or a refresh token stands on is there when the provider looks for it. */
function standOn(records: RequestRecords, { token, session, grant }: TokenRecord): void {
  if (session) records.readBeforehand('Session', `uid ${String(token.sessionUid)}`, session);
  if (grant) records.readBeforehand('Grant', String(token.grantId), { ...grant, jti: String(token.grantId) });
}

interface ShownToken {
  readonly model: string;
  readonly id: string;
}

/** The code or the refresh token that the token endpoint is shown, when it is one. */
function shownToken(ctx: Ctx): ShownToken | undefined {
  if (ctx?.oidc?.route !== 'token') return undefined;
  const { grant_type: type, code, refresh_token: refresh } = ctx.oidc.params ?? {};
  if (type === 'authorization_code' && typeof code === 'string') return { model: 'AuthorizationCode', id: code };
  if (type === 'refresh_token' && typeof refresh === 'string') return { model: 'RefreshToken', id: refresh };
  return undefined;
}

/** A client; its keys, when they were read with it. */
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

/** A client with what it shows, which is looked at when the client has proved who it is, and with what that stands on. */
async function findAtTokenEndpoint(
  database: Database,
  kept: KeptAccess,
  records: RequestRecords,
  shown: ShownToken | undefined,
  id: string,
): Promise<FoundClient | undefined> {
  // A code is mostly followed by its user's first token for a while: nothing of theirs is in memory yet.
  const compute = shown?.model === 'AuthorizationCode' || !kept.likely(shown ? 'user' : 'program');
  const { client, keys, head, token, account, access } = await readTokenRequest(database, id, shown, compute);
  records.readMoment(head);
  if (shown && token) {
    records.readBeforehand(shown.model, shown.id, token.token);
    standOn(records, token);
    if (account) records.readAccount(account, textOf(token.token.sessionUid));
  }
  const holder = shown ? account?.id : client?.id;
  if (access && holder !== undefined && client) records.readAccess(access, holder, client.application);
  return client && { client, keys };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** A sign-in under way carries the id of the session's cookie, which nobody reads and which must not lie about. */
function withoutSecrets(payload: AdapterPayload): AdapterPayload {
  const { session } = payload;
  if (typeof session !== 'object' || session === null) return { ...payload };
  const { cookie: _, ...kept } = session;
  return { ...payload, session: kept };
}

// PostgreSQL's JSON has no U+0000; it comes only in parameters that somebody made up, such as a state.
function storable(payload: AdapterPayload): AdapterPayload {
  if (JSON.stringify(payload).includes('\\u0000')) throw new errors.InvalidRequest('a parameter holds U+0000');
  return payload;
}

/** Sessions also stand in the list that people see, with the browser that they belong to. */
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
        cameBy: cameByOf(ctx),
      };
      const writes = (ctx && recordsOf(ctx))?.owed({ saved: [record] }) ?? {
        saved: [record],
        removed: [],
        used: null,
      };
      if (!(await sawSession(database, known, writes)))
        throw new errors.SessionNotFound('the sign-ins of the user have ended');
    },
  };
}

/** The known browser that a sign-in has just been completed in. */
function browserOf(ctx: Ctx): Buffer | undefined {
  const browser = ctx?.oidc?.result?.browser;
  return typeof browser === 'string' ? Buffer.from(browser, 'hex') : undefined;
}

/** When whoever has just signed in proved who they are; null when nobody says. */
function provedAtOf(ctx: Ctx): string | null | undefined {
  const at = ctx?.oidc?.result?.provedAt;
  return typeof at === 'string' || at === null ? at : undefined;
}

/** The page on which a provider proved who they are. */
function cameByOf(ctx: Ctx): string | undefined {
  const page = ctx?.oidc?.result?.cameBy;
  return typeof page === 'string' ? page : undefined;
}

/** The epoch of the user's sign-ins in which that was proved. */
function epochOf(ctx: Ctx): number | undefined {
  const epoch = ctx?.oidc?.result?.epoch;
  return typeof epoch === 'number' ? epoch : undefined;
}

/**
 * Found by the code that a person enters, a device code is kept again under its id: so that stands in it, sealed. Entering codes is
 * counted by network before one is looked up. A program that asks for the answer too often is told to slow down (RFC 8628 section 3.5).
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
      if ((await charge(database, [network], await readClock(database))) !== undefined) throw new TooManyUserCodes();
      const found = await findRecordByUserCode(database, userCode);
      if (typeof found?.sealed !== 'string') return undefined;
      await refund(database, network);
      return { ...found, jti: secrets.open(Buffer.from(found.sealed, 'base64url'), aboutDevice) };
    },
  };
}

/** Whether somebody has just said yes or no: the provider looks before, and not when it writes. */
const isAnswer = ({ inFlight, accountId, error }: AdapterPayload) =>
  inFlight === true ? accountId === undefined && error === undefined : error !== undefined;

const day = 86_400;

/**
 * RFC 9449 section 11.1. Nothing is looked up first: whoever writes the proof first has used it. Client assertions are dated by the
 * clock of whichever server reads them and swept by the database's: they are kept a day beyond their end, so that a server whose
 * clock was set back does not take one again.
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
