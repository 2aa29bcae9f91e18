import { createHash } from 'node:crypto';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import Provider, { errors } from 'oidc-provider';
import { clientMetadata } from './clients.ts';
import type { OidcPorts } from './ports.ts';

/** Where the provider keeps what it must remember: in the database, so that any process can go on where another left off. */
export function createAdapter(ports: OidcPorts): AdapterFactory {
  return (model) => {
    if (model === 'Client') return { ...readOnly, find: (id) => findClient(ports, id) };
    if (model === 'ReplayDetection') return replayDetection(ports);
    return model === 'Session' ? sessions(ports) : recordsOf(ports, model);
  };
}

function recordsOf({ records }: OidcPorts, model: string): Adapter {
  return {
    upsert: (id, payload, expiresIn = 0) => records.save(model, id, storable(withoutSecrets(payload)), expiresIn),
    find: (id) => records.find(model, id),
    findByUid: (uid) => records.findByUid(model, uid),
    findByUserCode: async () => undefined,
    destroy: (id) => records.remove(model, id),
    revokeByGrantId: (grantId) => records.removeGrant(grantId),
    // The provider does not look at what this answers: the loser of a race must throw (RFC 6749 section 4.1.2, RFC 9700 section 4.14.2).
    consume: async (id) => {
      if (await records.consume(model, id)) return;
      const grant = await records.grantOf(model, id);
      if (grant !== undefined) await records.removeGrant(grant);
      throw new errors.InvalidGrant('it was used before');
    },
  };
}

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
function sessions(ports: OidcPorts): Adapter {
  const records = recordsOf(ports, 'Session');
  return {
    ...records,
    upsert: async (id, payload, expiresIn = 0) => {
      await records.upsert(id, payload, expiresIn);
      const { uid, accountId, loginTs } = payload;
      if (typeof uid !== 'string' || typeof accountId !== 'string') return;
      const request = Provider.ctx?.req;
      const { address, agent } = request ? ports.originOf(request) : { address: null, agent: null };
      const now = Math.floor(Date.now() / 1000);
      await ports.sawSession({
        uid,
        userId: accountId,
        signedInAt: typeof loginTs === 'number' ? loginTs : now,
        expiresAt: now + expiresIn,
        address,
        agent,
      });
    },
  };
}

/** RFC 9449 section 11.1. Nothing is looked up first: whoever writes the proof first has used it. */
function replayDetection(ports: OidcPorts): Adapter {
  return {
    ...readOnly,
    find: async () => undefined,
    upsert: async (id, _payload, expiresIn = 0) => {
      if (!(await ports.firstSeen(createHash('sha256').update(id).digest(), expiresIn)))
        throw new errors.InvalidGrant('DPoP proof JWT Replay detected');
    },
  };
}

async function findClient(ports: OidcPorts, id: string): Promise<AdapterPayload | undefined> {
  if (!uuid.test(id)) return undefined;
  const client = await ports.client(id);
  return client && clientMetadata(client);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

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
