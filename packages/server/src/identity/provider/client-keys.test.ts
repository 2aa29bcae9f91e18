import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertClientKey, newSecret } from '../../store/applications/client-keys.ts';
import { addApplication, type TestApplication } from '../../store/store.testing.ts';
import { addClient, arrange, type StartedServer, type TestClient, testServers } from '../steps/sign-in.testing.ts';

// Client keys that expire, at every endpoint that authenticates clients, on two servers.

let started: Awaited<ReturnType<typeof testServers>>;
let shop: TestApplication;
let program: TestClient;
let servers: readonly StartedServer['server'][];
beforeAll(async () => {
  started = await testServers();
  servers = [started.server, started.other];
  shop = await arrange(started.store, (handle) => addApplication(handle, 'shop', 'Shop'));
});
beforeEach(async () => {
  program = await arrange(started.store, (handle) => addClient(handle, shop, 'server', { name: 'Till' }));
});
afterEach(() => started.store.setClock(0));
afterAll(async () => {
  expect(servers.flatMap(({ errors }) => errors)).toEqual([]);
  await started.close();
});

const query = (text: string, ...values: unknown[]) => started.store.database.pool.query(text, values);
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** Adds a secret to the program. The secret is valid for this many seconds. */
async function addSecret(seconds: number, name = 'the next'): Promise<string> {
  const secret = newSecret();
  const fields = { name, secret, publicKey: null, endsAt: inSeconds(seconds) };
  await arrange(started.store, (handle) => insertClientKey(handle, program.id, fields));
  return secret.secret;
}

const fieldsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/oidc/token': { grant_type: 'authorization_code', code: 'none', redirect_uri: 'http://127.0.0.1:9/callback' },
  '/oidc/introspection': { token: 'none' },
  '/oidc/revocation': { token: 'none' },
  '/oidc/request': {
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'http://127.0.0.1:9/callback',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  },
};

type Proof = Readonly<Record<string, string>>;
const bySecret = (client_secret: string): Proof => ({ client_id: program.id, client_secret });
const byHeader = (secret: string) => `Basic ${Buffer.from(`${program.id}:${secret}`).toString('base64')}`;

async function ask(path: string, proof: Proof, { address }: { address: string }, headers = {}) {
  const body = new URLSearchParams({ ...fieldsOf[path], ...proof });
  const answer = await fetch(`${address}${path}`, { method: 'POST', body, headers });
  const text = await answer.text();
  const said = text === '' ? {} : (JSON.parse(text) as { error?: string; error_description?: string });
  return { status: answer.status, error: said.error, description: said.error_description };
}
const isRefused = (answer: { error: string | undefined }) => answer.error === 'invalid_client';

/** Returns, for each endpoint of each server, whether it accepts the proof. */
async function takenEverywhere(proof: () => Proof | Promise<Proof>): Promise<readonly boolean[]> {
  const taken: boolean[] = [];
  for (const server of servers)
    for (const path of Object.keys(fieldsOf)) taken.push(!isRefused(await ask(path, await proof(), server)));
  return taken;
}

const everywhere = each(true);
const nowhere = each(false);
function each(value: boolean) {
  return Array.from({ length: 2 * Object.keys(fieldsOf).length }, () => value);
}

describe('a secret', () => {
  test('is accepted by every server until it ends, even while another secret is valid', async () => {
    const next = await addSecret(3600);
    expect(await takenEverywhere(() => bySecret(program.secret ?? ''))).toEqual(everywhere);
    expect(await takenEverywhere(() => bySecret(next))).toEqual(everywhere);
    started.store.setClock(3_601_000);
    expect(await takenEverywhere(() => bySecret(next))).toEqual(nowhere);
    expect(await takenEverywhere(() => bySecret(program.secret ?? ''))).toEqual(everywhere);
    await query('update client_keys set ends_at = now() where client_id = $1', program.id);
    expect(await takenEverywhere(() => bySecret(program.secret ?? ''))).toEqual(nowhere);
  });

  test('that has ended is refused with its end date, and logged once a day', async () => {
    const next = await addSecret(1, 'CI of spring');
    started.store.setClock(2000);
    for (const server of servers) {
      const answer = await ask('/oidc/token', {}, server, { authorization: byHeader(next) });
      expect(answer).toMatchObject({ status: 401, error: 'invalid_client' });
      expect(answer.description).toMatch(/^the secret ended at \d{4}-/);
    }
    const { rows } = await query(
      `select client, outcome, attempts, user_id from sign_ins where client like '%CI of spring'`,
    );
    expect(rows).toEqual([{ client: 'Till (shop): CI of spring', outcome: 'key_ended', attempts: 2, user_id: null }]);
    const wrong = await ask('/oidc/token', bySecret(`${next}x`), started.server);
    expect(wrong).toMatchObject({ status: 401, error: 'invalid_client', description: 'client authentication failed' });
    expect((await query(`select 1 from sign_ins where attempts > 2 and client like '%spring'`)).rows).toEqual([]);
  });

  test('records when it was last used, except for a refused attempt', async () => {
    const next = await addSecret(3600);
    const used = async () =>
      (await query('select name from client_keys where client_id = $1 and last_used_at is not null', program.id)).rows;
    await ask('/oidc/token', bySecret('wrong'), started.server);
    expect(await used()).toEqual([]);
    await ask('/oidc/token', bySecret(next), started.other);
    await expect.poll(used).toEqual([{ name: 'the next' }]);
  });
});

describe('a public key', () => {
  const pair = () => generateKeyPair('ES256', { extractable: true });
  type Pair = Awaited<ReturnType<typeof pair>>;
  async function addKey({ publicKey }: Pair, seconds: number | null, kid?: string) {
    const { x = '', y = '' } = await exportJWK(publicKey);
    const jwk = { kty: 'EC', crv: 'P-256', x, y, ...(kid !== undefined && { kid }) } as const;
    const endsAt = seconds === null ? null : inSeconds(seconds);
    const fields = { name: kid ?? 'without a kid', secret: null, publicKey: jwk, endsAt };
    await arrange(started.store, (handle) => insertClientKey(handle, program.id, fields));
  }
  const signed = async ({ privateKey }: Pair, kid?: string): Promise<Proof> => {
    const [iss, now] = [program.id, Math.floor(Date.now() / 1000)];
    const claims = { iss, sub: iss, aud: started.server.issuer, iat: now, exp: now + 60, jti: crypto.randomUUID() };
    const head = { alg: 'ES256', ...(kid !== undefined && { kid }) };
    return {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await new SignJWT(claims).setProtectedHeader(head).sign(privateKey),
    };
  };

  test('is accepted until it ends, with or without a kid, even beside other keys and a secret', async () => {
    const [spring, summer, plain] = [await pair(), await pair(), await pair()];
    await addKey(spring, 3600, 'spring');
    await addKey(summer, null, 'summer');
    await addKey(plain, null);
    for (const proof of [() => signed(spring, 'spring'), () => signed(summer), () => signed(plain)])
      expect(await takenEverywhere(proof)).toEqual(everywhere);
    expect(await takenEverywhere(() => bySecret(program.secret ?? ''))).toEqual(everywhere);
    const used = async () =>
      (
        await query(
          'select name from client_keys where client_id = $1 and last_used_at is not null order by name',
          program.id,
        )
      ).rows;
    await expect.poll(used).toHaveLength(4);
    await query(
      `update client_keys set ends_at = now() where client_id = $1 and name in ('spring', 'without a kid')`,
      program.id,
    );
    for (const proof of [() => signed(spring, 'spring'), () => signed(spring), () => signed(plain)])
      expect(await takenEverywhere(proof)).toEqual(nowhere);
    expect(await takenEverywhere(() => signed(summer, 'summer'))).toEqual(everywhere);
    const { rows } = await query(`select client from sign_ins where client = 'Till (shop): spring'`);
    expect(rows).toHaveLength(1);
  });

  test('attack 13: of another client is refused with and without a kid', async () => {
    const [own, stranger] = [await pair(), await pair()];
    await addKey(own, 3600, 'own');
    expect(await takenEverywhere(() => signed(stranger, 'own'))).toEqual(nowhere);
    expect(await takenEverywhere(() => signed(stranger))).toEqual(nowhere);
    expect(await takenEverywhere(() => signed(own, 'own'))).toEqual(everywhere);
  });
});

test('refuses a program whose keys have all ended, whatever proof it sends', async () => {
  await query('update client_keys set ends_at = now() where client_id = $1', program.id);
  expect(await takenEverywhere(() => ({ client_id: program.id }))).toEqual(nowhere);
  await query('delete from client_keys where client_id = $1', program.id);
  for (const proof of [{ client_id: program.id }, bySecret(program.secret ?? ''), bySecret('x')])
    expect(await takenEverywhere(() => proof)).toEqual(nowhere);
});
