import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { expect } from 'vitest';
import type { Attacked } from './attacked.ts';
import { nothingChanges } from './audit.ts';
import { claimsOf, encode, forge, signingKey } from './forge.ts';
import { type Answer, send, sendHuge } from './http.ts';
import { newAdmin, newApplication, newPerson } from './people.ts';
import { call, consoleOf, signIn } from './sign-in.ts';
import type { Part } from './suite.ts';

const claimsIn = (token: string) =>
  Buffer.from(token.split('.')[1] ?? '', 'base64url')
    .toString()
    .slice(0, 300);

/** Signs a user in. Returns the claims of the user's valid token, and the key that signed the token. */
async function good(attacked: Attacked) {
  const person = await newPerson(attacked);
  const { tokens } = await signIn(attacked, person);
  return { tokens, claims: claimsOf(tokens.access), key: await signingKey(attacked) };
}

/** Expects that the API and UserInfo refuse an access token. */
async function refused(attacked: Attacked, token: string, statuses: readonly number[] = [401]): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  for (const path of ['/api/v1/me', '/oidc/userinfo']) {
    const answer = await sendHuge(attacked.here, path, { headers });
    expect(statuses, `${path} ${claimsIn(token)}: ${answer.text.slice(0, 200)}`).toContain(answer.status);
    if (answer.status === 401) expect(answer.headers['www-authenticate']).toMatch(/^(Bearer|DPoP)/);
  }
}

export const tokens: Part = (attack) => {
  attack('01 refuses a token with alg none or nOnE, or without alg', async (attacked) => {
    const { claims, key, tokens } = await good(attacked);
    expect((await call(attacked, tokens.access, '/me')).status).toBe(200);
    expect((await call(attacked, await forge(claims, key), '/me')).status).toBe(200);
    for (const alg of ['none', 'nOnE', 'NONE', '', null, undefined]) {
      const head = `${encode({ alg, typ: 'at+jwt', kid: key.kid })}.${encode(claims)}`;
      for (const signature of ['', 'AAAA', tokens.access.split('.')[2]])
        await refused(attacked, `${head}.${signature}`);
    }
  });

  attack('02 refuses HS256 with the public key as its secret', async (attacked) => {
    const { claims, key } = await good(attacked);
    const published = (await send(attacked.here, '/oidc/jwks')).json.keys as JWK[];
    const own = published.find(({ kid }) => kid === key.kid) ?? {};
    expect(own).not.toHaveProperty('d');
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      const head = `${encode({ alg, typ: 'at+jwt', kid: key.kid })}.${encode(claims)}`;
      for (const secret of [JSON.stringify(own), own.x ?? '', `${own.x}${own.y}`]) {
        const signature = createHmac(`sha${alg.slice(2)}`, secret)
          .update(head)
          .digest('base64url');
        await refused(attacked, `${head}.${signature}`);
      }
    }
  });

  attack('03 refuses a token whose algorithm does not fit the type of its key', async (attacked) => {
    const { claims, key } = await good(attacked);
    const published = (await send(attacked.here, '/oidc/jwks')).json.keys as JWK[];
    const rsa = published.find(({ kty }) => kty === 'RSA')?.kid;
    for (const alg of ['RS256', 'PS256', 'ES384', 'EdDSA', 'ES256']) {
      const { privateKey } = await generateKeyPair(alg, { extractable: true });
      const jwk = await exportJWK(privateKey);
      for (const kid of [key.kid, rsa]) await refused(attacked, await forge(claims, jwk, { alg, kid }));
    }
    // Signs with the server’s own key under the `kid` of the server's RSA key.
    await refused(attacked, await forge(claims, key, { kid: rsa }));
  });

  attack('04 never fetches or uses the jku, x5u or jwk of a token header', async (attacked) => {
    let fetched = 0;
    const { claims, key } = await good(attacked);
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const [mine, jwk] = [await exportJWK(privateKey), await exportJWK(publicKey)];
    const server = createServer((_request, response) => {
      fetched += 1;
      response.end(JSON.stringify({ keys: [{ ...jwk, kid: key.kid }] }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
    for (const header of [{ jwk }, { jku: url }, { x5u: url }, { jku: `${attacked.issuer}/oidc/jwks` }])
      for (const kid of [key.kid, url]) await refused(attacked, await forge(claims, mine, { ...header, kid }));
    await new Promise((done) => server.close(done));
    expect(fetched).toBe(0);
  });

  attack(
    '05 a flood of tokens with unknown kids causes at most one key lookup per cooldown',
    async (attacked) => {
      const { tokens } = await good(attacked);
      const [, claims, signature] = tokens.access.split('.');
      // An idle connection of PostgreSQL reports its counters only after ten seconds. Waits that long, so that earlier
      // reads are already counted.
      const before = await looksAtKeys(attacked, 11_000);
      const since = performance.now();
      let left = Number(process.env.LICET_UNKNOWN_KEYS ?? 1000);
      const lane = async () => {
        for (; left > 0; left -= 1) {
          const head = encode({ alg: 'ES256', typ: 'at+jwt', kid: `unknown-${left}` });
          const answer = await call(attacked, `${head}.${claims}.${signature}`, '/me');
          if (answer.status !== 401) throw new Error(answer.text);
        }
      };
      await Promise.all(Array.from({ length: 16 }, lane));
      const seconds = (performance.now() - since) / 1000;
      // Unknown keys cause at most one read in five seconds. Each process also reads the keys once a minute.
      expect((await looksAtKeys(attacked)) - before).toBeLessThanOrEqual(4 * attacked.processes.length + seconds / 5);
      expect((await call(attacked, tokens.access, '/me')).status).toBe(200);
    },
    { flood: true },
  );

  attack('06 refuses a token, header, body or query of a megabyte', async (attacked) => {
    const { tokens } = await good(attacked);
    const huge = 'A'.repeat(1_000_000);
    const tooLarge = [400, 413, 431];
    await refused(attacked, `${tokens.access}${huge}`, tooLarge);
    await refused(attacked, 'A'.repeat(13_000));
    for (const header of ['cookie', 'dpop', 'user-agent', 'x-forwarded-for'])
      expect(tooLarge).toContain((await sendHuge(attacked.here, '/api/v1/me', { headers: { [header]: huge } })).status);
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: huge,
      client_id: consoleOf(attacked).id,
    });
    expect(tooLarge).toContain((await sendHuge(attacked.here, '/oidc/token', { body })).status);
    expect([...tooLarge, 414]).toContain((await sendHuge(attacked.here, `/oidc/auth?state=${huge}`)).status);
  });

  attack(
    '07 refuses a missing or invalid exp, nbf or iat, and a longer lifetime than Licet issues',
    async (attacked) => {
      const { claims, key } = await good(attacked);
      const now = Math.floor(Date.now() / 1000);
      const { exp: _, ...endless } = claims;
      const { iat: __, ...unborn } = claims;
      for (const forged of [
        endless,
        unborn,
        ...['9999999999', null, 1e300, [now + 60], { at: now }, true].map((exp) => ({ ...claims, exp })),
        ...['now', null, now + 120].map((iat) => ({ ...claims, iat, exp: now + 200 })),
        ...[now + 60, 'x', null].map((nbf) => ({ ...claims, nbf })),
        { ...claims, iat: now, exp: now + 301 },
        { ...claims, iat: now - 10, exp: now },
      ])
        await refused(attacked, await forge(forged, key));
      // JSON whose number parses to infinity.
      const text = JSON.stringify({ ...claims, exp: 'HERE' }).replace('"HERE"', '1e999');
      const head = `${encode({ alg: 'ES256', typ: 'at+jwt', kid: key.kid })}.${Buffer.from(text).toString('base64url')}`;
      await refused(attacked, `${head}.${'A'.repeat(86)}`);
    },
  );

  attack('08 refuses a wrong, absent or ambiguous aud and a wrong iss', async (attacked) => {
    const { claims, key } = await good(attacked);
    const { aud: _, ...aimless } = claims;
    const { iss: __, ...stray } = claims;
    const { issuer } = attacked;
    for (const forged of [
      aimless,
      stray,
      ...[['licet'], ['licet', 'shop'], [], 'LICET', 'licet ', 'nowhere', null, 7].map((aud) => ({ ...claims, aud })),
      ...[`${issuer}/`, issuer.toUpperCase(), 'https://evil.example', [issuer], null].map((iss) => ({
        ...claims,
        iss,
      })),
    ])
      await refusedUnlessSame(attacked, forged, key, claims);
    // The console refuses a valid token of another application.
    const shop = await newApplication(attacked);
    const admin = await newAdmin(attacked);
    const foreign = (await signIn(attacked, admin, shop)).tokens.access;
    await nothingChanges(attacked, async () => {
      for (const path of ['/me', '/users', `/applications/${shop.key}`])
        expect((await call(attacked, foreign, path)).code).toBe('foreign_application');
      const made = await call(attacked, foreign, '/users', { body: { username: 'x', name: 'X' } });
      expect([made.status, made.code]).toEqual([403, 'foreign_application']);
    });
  });

  attack('09 refuses an ID, refresh or logout token in place of an access token', async (attacked) => {
    const { tokens, claims, key } = await good(attacked);
    await refused(attacked, tokens.id);
    await refused(attacked, tokens.refresh);
    for (const typ of ['JWT', 'logout+jwt', 'permissions+jwt', 'dpop+jwt', undefined])
      await refused(attacked, await forge(claims, key, { typ }));
    const { exp, iat, ...rest } = claims;
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    await refused(attacked, await forge({ ...rest, exp, iat, events }, key, { typ: 'logout+jwt' }));
  });

  attack('42 refuses a malformed Authorization header', async (attacked) => {
    const { tokens } = await good(attacked);
    const { access } = tokens;
    for (const authorization of [
      'Bearer',
      'Bearer ',
      `Bearer  ${access}`,
      `Basic ${access}`,
      access,
      `Bearer ${access} x`,
      `${access}, Bearer ${access}`,
      `Bearer ${access}, Bearer ${access}`,
      `Bearer\t${access}`,
      'Bearer ï',
      `DPoP ${access}`,
      'DPoP',
      'Negotiate',
      '"',
      'Bearer ..',
      'Bearer a.b.c',
      `bearer:${access}`,
    ]) {
      const answer: Answer = await send(attacked.here, '/api/v1/me', { headers: { authorization } });
      expect(answer.status, authorization.slice(0, 12)).toBe(401);
      const userInfo: Answer = await send(attacked.here, '/oidc/userinfo', { headers: { authorization } });
      expect([400, 401], authorization.slice(0, 12)).toContain(userInfo.status);
    }
    expect((await send(attacked.here, `/api/v1/me?access_token=${access}`)).status).toBe(401);
    expect((await send(attacked.here, '/api/v1/me', { headers: { cookie: `access_token=${access}` } })).status).toBe(
      401,
    );
  });
};

/** Expects a refusal, unless `aud` is a list with only the right audience. Licet may accept such a list. */
async function refusedUnlessSame(
  attacked: Attacked,
  forged: Record<string, unknown>,
  key: JWK,
  claims: Record<string, unknown>,
): Promise<void> {
  const token = await forge(forged, key);
  const same = Array.isArray(forged.aud) && forged.aud.length === 1 && forged.aud[0] === claims.aud;
  await refused(attacked, token, same ? [200, 401] : [401]);
}

/** Returns how often the table of keys was read, from PostgreSQL's counters. */
async function looksAtKeys({ database }: Attacked, wait = 1100): Promise<number> {
  // A PostgreSQL process reports its counters at most once a second.
  await new Promise((done) => setTimeout(done, wait));
  const { rows } = await database.pool.query<{ looks: number }>(
    `select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as looks from pg_stat_user_tables where relname = 'signing_keys'`,
  );
  return rows[0]?.looks ?? 0;
}
