import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Attacked } from './attacked.ts';
import { changesOf, nothingChanges, outcomesOf } from './audit.ts';
import { Browser, newNetwork } from './browser.ts';
import { send } from './http.ts';
import { mark, newAdmin, newPerson } from './people.ts';
import { authorization, begin, call, consoleOf, enter, newVerifier, signIn } from './sign-in.ts';
import type { Part } from './suite.ts';

export const accounts: Part = (attack) => {
  attack('25 builds links from the configured issuer, never from Host', async (attacked) => {
    const { access } = (await signIn(attacked, await newAdmin(attacked))).tokens;
    const person = await newPerson(attacked);
    const { port } = new URL(attacked.here);
    for (const headers of [
      { host: 'evil.example' },
      { host: `evil.example:${port}` },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example;proto=https' },
      { 'x-original-host': 'evil.example', 'x-rewrite-url': '//evil.example/', 'x-forwarded-server': 'evil.example' },
    ]) {
      const made = await call(attacked, access, `/users/${person.id}/password-link`, { method: 'POST', headers });
      expect(made.status).toBe(201);
      expect(String(made.json.url)).toMatch(`${attacked.issuer}/`);
      const asked = await call(attacked, access, '/invitation-links', { body: { users: [person.id] }, headers });
      expect(asked.text).not.toContain('evil.example');
      for (const path of ['/.well-known/openid-configuration', '/api/openapi.json', '/oidc/session/end', '/device']) {
        const answer = await send(attacked.here, path, { headers });
        expect(answer.text, path).not.toContain('evil.example');
        expect(answer.location, path).not.toContain('evil.example');
      }
    }
  });

  attack('26 the session id changes at sign-in, and a forged session cookie is ignored', async (attacked) => {
    const person = await newPerson(attacked);
    const browser = new Browser(attacked.here);
    await begin(attacked, browser);
    const planted = new Map([...browser.cookies].map(([name, { value }]) => [name, value]));
    const { browser: signedIn } = await signIn(attacked, person, consoleOf(attacked), { browser });
    const session = [...signedIn.cookies.keys()].find((name) => /licet_session$/.test(name)) ?? '';
    const own = signedIn.cookies.get(session)?.value;
    expect(own).toBeDefined();
    expect(own).not.toBe(planted.get(session));
    const asks = async (it: Browser) => (await it.go(authorization(consoleOf(attacked), newVerifier()))).location;
    expect(await asks(signedIn.copy())).toMatch(/[?&]code=/);
    // Signing in again in the same browser creates a new session and ends the previous session.
    const again = signedIn.copy();
    const parameters = { prompt: 'login' };
    await signIn(attacked, person, consoleOf(attacked), { browser: again, parameters });
    expect(again.cookies.get(session)?.value).not.toBe(own);
    expect(await asks(signedIn.copy())).toMatch(/^\/sign-in\//);
    for (const forged of [
      'x',
      'A'.repeat(21),
      randomBytes(32).toString('base64url'),
      '',
      `${own}x`,
      '../../x',
      '%00',
    ]) {
      const thief = again.copy();
      thief.setCookie(session, forged);
      expect(await asks(thief), forged).toMatch(/^\/sign-in\//);
    }
    // The session cookie, with the signature of another user's cookie.
    const [mine, theirs] = [again.copy(), (await signIn(attacked, await newPerson(attacked))).browser];
    mine.setCookie(`${session}.sig`, theirs.cookies.get(`${session}.sig`)?.value ?? 'x');
    expect(await asks(mine)).toMatch(/^\/sign-in\//);
  });

  attack('27 refuses cross-site requests to sign in and to sign out', async (attacked) => {
    const { username, password, id } = await newPerson(attacked);
    const foreign = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
      { origin: attacked.issuer, 'sec-fetch-site': 'cross-site' },
      { origin: attacked.issuer.replace('localhost', 'localhost.evil.example') },
    ];
    for (const headers of foreign) {
      const browser = new Browser(attacked.here);
      const page = await begin(attacked, browser);
      for (const path of [page, '/sign-in', `${page}/code`, `${page}/passkey`, `${page}/set-up/later`]) {
        const body = { login: username, password };
        expect((await browser.go(path, { body, headers })).status, `${path} ${JSON.stringify(headers)}`).toBe(403);
        // A form of another site can send this content type without a preflight.
        const form = new URLSearchParams({ login: username, password });
        const answer = await browser.go(path, { body: form, headers });
        expect([403, 415], path).toContain(answer.status);
      }
    }
    expect(await outcomesOf(attacked, id)).not.toHaveProperty('signed_in');

    const { browser, tokens } = await signIn(attacked, { username, password });
    const { tokens: others } = await signIn(attacked, await newPerson(attacked));
    for (const path of [
      '/oidc/session/end',
      `/oidc/session/end?id_token_hint=${others.id}`,
      '/oidc/session/end?logout=yes',
    ]) {
      const answer = await browser.go(path);
      expect([200, 400], path).toContain(answer.status);
      const confirmed = await browser.go('/oidc/session/end/confirm', { body: new URLSearchParams({ logout: 'yes' }) });
      expect(confirmed.status).toBeGreaterThanOrEqual(400);
    }
    expect((await call(attacked, tokens.access, '/me')).status).toBe(200);
    expect((await browser.go(`/oidc/session/end?id_token_hint=${tokens.id}`)).status).toBeLessThan(400);
    expect((await call(attacked, tokens.access, '/me')).status).toBe(401);
  });

  attack('28 a provider’s e-mail address, verified or not, never merges accounts', async (attacked) => {
    const { operator, provider } = attacked;
    const connection = await connectionOf(attacked);
    for (const email_verified of [false, true, undefined, 'true']) {
      const email = `${mark()}@acme.example`;
      const { id } = await operator.users.create({ body: { username: `v${mark()}`, email, name: 'Victim' } });
      provider.person = { sub: `sub-${mark()}`, name: 'Mallory', email, email_verified };
      await nothingChanges(attacked, async () => {
        const browser = new Browser(attacked.here);
        const page = await begin(attacked, browser);
        const left = await browser.post(`${page}/connections/${connection}`, { login: '' }, attacked.issuer);
        expect(left.status).toBe(200);
        const back = await provider.visit(String(left.json.location));
        let location: string = back;
        for (let hops = 0; hops < 5 && location; hops += 1) {
          const answer = await browser.go(location);
          expect(answer.location).not.toMatch(/[?&]code=[\w-]{20,}&.*iss=http:\/\/localhost/);
          location = answer.location;
          if (location.includes('/callback')) throw new Error('Mallory is signed in.');
        }
      });
      expect((await operator.users.sessions({ params: { user: id } })).items).toEqual([]);
    }
  });

  attack('29 spelling variants of a username or an e-mail address never create a second account', async (attacked) => {
    const { access } = (await signIn(attacked, await newAdmin(attacked))).tokens;
    const name = `ada${mark()}`;
    const email = `${name}@acme.example`;
    const create = (body: object) => call(attacked, access, '/users', { body: { name: 'Ada', ...body } });
    expect((await create({ username: name, email })).status).toBe(201);
    const wide = [...name].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join('');
    const tried: [body: object, status: number][] = [
      ...[name.toUpperCase(), wide].map((username): [object, number] => [{ username }, 409]),
      ...[email.toUpperCase(), email.replace('@', '＠'), `${wide}@acme.example`].map((address): [object, number] => [
        { username: `other${mark()}`, email: address },
        409,
      ]),
      ...[
        `${email},evil@evil.example`,
        `${email};x@y.example`,
        `${email}\n`,
        `${email}.`,
        `<${email}>`,
        `a b@acme.example`,
      ].map((address): [object, number] => [{ username: `other${mark()}`, email: address }, 400]),
      // A Cyrillic а, invisible characters, and a direction override.
      ...[
        name.replace('a', 'а'),
        `${name}\u200b`,
        `\u202e${name}`,
        `${name}\u00ad`,
        ` ${name}\t`,
        'аdmin',
        'аdmіn',
      ].map((username): [object, number] => [{ username }, 400]),
    ];
    await nothingChanges(attacked, async () => {
      for (const [body, status] of tried) {
        const answer = await create(body);
        // If trimming turns the name into an existing name, the status is 400 or 409.
        expect([status, 400, 409], JSON.stringify(body)).toContain(answer.status);
      }
    });
    // Every spelling of the username refers to one account with one counter.
    const person = await newPerson(attacked);
    for (const login of [person.username, person.username.toUpperCase(), ` ${person.username} `.trim()]) {
      const browser = new Browser(attacked.here);
      const page = await begin(attacked, browser);
      expect((await enter(attacked, browser, page, login, 'a wrong password of somebody')).status).toBe(401);
    }
    expect(await outcomesOf(attacked, person.id)).toMatchObject({ wrong_password: 3 });
    const made = await changesOf(attacked, () => create({ username: `b${mark()}` }));
    expect(made).toEqual(['user.created']);
    expect(newNetwork()).not.toBe(newNetwork());
  });
};

const connections = new WeakMap<Attacked, Promise<string>>();

/** Returns the connection to the external provider, and creates the connection at the first call. */
function connectionOf(attacked: Attacked): Promise<string> {
  const known = connections.get(attacked) ?? makeConnection(attacked);
  connections.set(attacked, known);
  return known;
}

async function makeConnection({ operator, provider }: Attacked): Promise<string> {
  const { id } = await operator.connections.create({
    body: {
      name: 'Acme',
      kind: 'openid',
      issuer: provider.issuer,
      clientId: provider.client.id,
      secret: provider.client.secret,
      createsUsers: true,
      allowedDomains: ['acme.example'],
    },
  });
  return id;
}
