import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { Attacked } from './attacked.ts';
import { changesOf, nothingChanges } from './audit.ts';
import { Browser } from './browser.ts';
import { type Answer, send } from './http.ts';
import { givePermission, mark, newAdmin, newApplication, newPerson } from './people.ts';
import { authorization, begin, call, consoleOf, enter, newVerifier, signIn } from './sign-in.ts';
import type { Part } from './suite.ts';

const adminToken = async (attacked: Attacked) => (await signIn(attacked, await newAdmin(attacked))).tokens.access;

const markup = `"><img src=x onerror=alert(1)><script>alert(1)</script>'{{7*7}}\${7*7}`;

/** Expects a page that runs no inline script and that cannot be framed. */
function isInert({ headers, text }: Answer, path: string): void {
  const policy = headers['content-security-policy'] ?? '';
  expect(policy, path).toMatch(/default-src 'none'/);
  expect(policy, path).toMatch(/frame-ancestors 'none'/);
  expect(policy, path).toMatch(/base-uri 'none'/);
  expect(policy, path).not.toMatch(/unsafe-(inline|eval)|\*|data:[^;]*script|script-src[^;]*https?:/);
  expect(headers['x-content-type-options'], path).toBe('nosniff');
  expect(headers['x-frame-options'], path).toBe('DENY');
  expect(text, path).not.toMatch(/<img src=x|<script>alert/);
}

export const input: Part = (attack) => {
  attack('36 renders markup in names, descriptions and reasons as text', async (attacked) => {
    const token = await adminToken(attacked);
    const made = await call(attacked, token, '/applications', {
      body: { id: `m-${mark()}`, name: markup, description: markup },
    });
    expect(made.status, made.text).toBe(201);
    const key = String(made.json.id);
    const device = await call(attacked, token, `/applications/${key}/clients`, {
      body: { name: markup, kind: 'device' },
    });
    const { client } = device.json as { client: { id: string } };
    const person = await call(attacked, token, '/users', { body: { username: `m${mark()}`, name: markup } });
    expect(person.json.name).toBe(markup);
    const browser = new Browser(attacked.here);
    const started = await send(attacked.here, '/oidc/device', {
      body: new URLSearchParams({ client_id: client.id, scope: 'openid' }),
      headers: { 'user-agent': markup },
    });
    const console = consoleOf(attacked);
    for (const path of [
      '/',
      '/users',
      `/applications/${key}`,
      '/setup',
      '/set-password',
      '/device',
      await begin(attacked, browser),
      `/device?user_code=${encodeURIComponent(markup)}`,
      `/device?user_code=${String(started.json.user_code)}`,
      authorization(console, newVerifier(), { redirect_uri: markup }),
      authorization({ ...console, id: markup }, newVerifier()),
      authorization(console, newVerifier(), { response_mode: markup, state: markup }),
      `/oidc/session/end?client_id=${encodeURIComponent(markup)}`,
      `/oidc/session/end?client_id=${client.id}`,
      `/sign-in/return?state=${encodeURIComponent(markup)}`,
      `/${encodeURIComponent(markup)}`,
    ]) {
      const answer = await browser.go(path, { headers: { accept: 'text/html' } });
      if (answer.headers['content-type']?.includes('text/html')) isInert(answer, path);
    }
    // Browsers must not interpret API responses as pages.
    for (const path of [`/users?q=${encodeURIComponent(markup)}`, `/users/${encodeURIComponent(markup)}`]) {
      const answer = await call(attacked, token, path);
      expect(answer.headers['content-type']).toMatch(/^application\/(problem\+)?json/);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  attack('37 neutralises spreadsheet formulas in an export', async (attacked) => {
    const token = await adminToken(attacked);
    const { key } = await newApplication(attacked);
    for (const username of ['=cmd|calc', '+1+1', '-1+1', '\uff1dcmd', "'=1"].map((name) => `${name}${mark()}`)) {
      const made = await call(attacked, token, '/users', { body: { username, name: '=HYPERLINK("http://evil")' } });
      if (made.status !== 201) continue;
      await givePermission(attacked, key, String(made.json.id), `read-${mark()}`);
    }
    const { text: csv } = await call(attacked, token, `/applications/${key}/export?format=csv`);
    const cells = csv.split(/\r?\n/).flatMap((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
    expect(cells.length).toBeGreaterThan(8);
    for (const cell of cells) expect(cell).not.toMatch(/^"?[=+\-@\t\r＝＋－＠]/);
  });

  attack('38 prevents SSRF by discovery, webhooks and logos', async (attacked) => {
    const token = await adminToken(attacked);
    const { key } = await newApplication(attacked);
    let reached = 0;
    const inside = createServer((_request, response) => {
      reached += 1;
      response.end('{}');
    });
    // An address of the test machine that Licet is not allowed to call.
    await new Promise<void>((done) => inside.listen(0, '127.0.0.2', done));
    const { port } = inside.address() as AddressInfo;
    const addresses = [
      `http://127.0.0.2:${port}`,
      `https://127.0.0.2:${port}`,
      `http://2130706434:${port}`,
      `http://0x7f000002:${port}`,
      `http://[::ffff:127.0.0.2]:${port}`,
      `https://[::ffff:7f00:2]:${port}`,
      `http://0177.0.0.2:${port}`,
      'http://169.254.169.254',
      'https://169.254.169.254',
      'http://[fd00::1]',
      'https://10.0.0.1',
      'http://0.0.0.0',
      'file:///etc/passwd',
      'gopher://127.0.0.2/',
      `https://u:p@127.0.0.2:${port}`,
      `https://127.0.0.2.:${port}`,
    ];
    for (const issuer of addresses) {
      const body = { name: `c ${mark()}`, kind: 'openid', issuer, clientId: 'test' };
      const made = await call(attacked, token, '/connections', { body });
      expect(made.status, issuer).toBeLessThan(500);
      if (made.status === 201) {
        const connection = `/connections/${String(made.json.id)}`;
        const tested = await call(attacked, token, `${connection}/test`, { method: 'POST' });
        expect(tested.text, issuer).not.toMatch(/"works":true/);
        await call(attacked, token, connection, { method: 'DELETE' });
      }
      const webhook = {
        webhook: issuer,
        secret: 'a secret of more than thirty-two characters',
        fromAddress: 'a@b.example',
      };
      const hooked = await call(attacked, token, '/mail/webhook', {
        method: 'PUT',
        body: { ...webhook, fromName: 'L', language: 'en' },
      });
      expect(hooked.status, issuer).toBeLessThan(500);
      const back = { name: 'S', kind: 'server', redirectUris: ['https://app.example/'], backchannelLogoutUri: issuer };
      expect((await call(attacked, token, `/applications/${key}/clients`, { body: back })).status, issuer).toBeLessThan(
        500,
      );
      const logo = await call(attacked, token, '/appearance', { method: 'PATCH', body: { logo: issuer } });
      expect([400, 404], issuer).toContain(logo.status);
    }
    await new Promise((done) => inside.close(done));
    expect(reached).toBe(0);
  });

  attack('39 SQL in filters, sorting and forged cursors has no effect', async (attacked) => {
    const token = await adminToken(attacked);
    const { key } = await newApplication(attacked);
    const sql = [
      "' or 1=1 --",
      "'; drop table users; --",
      "x' union select 1,2,3 --",
      '1) or (1=1',
      '%',
      '_',
      '\\',
      '\u0000',
    ];
    const lists = [
      '/users',
      '/groups',
      '/applications',
      `/applications/${key}/grants`,
      '/audit/events',
      '/audit/sign-ins',
    ];
    await nothingChanges(attacked, async () => {
      for (const list of lists)
        for (const text of sql) {
          const value = encodeURIComponent(text);
          const found = await call(attacked, token, `${list}?q=${value}`);
          expect([200, 400], `${list} q ${text}`).toContain(found.status);
          expect(found.text).not.toMatch(/syntax error|pg_|column |relation /);
          for (const field of ['sort', 'status', 'limit', 'from', 'application', 'nowhere', "q' or '1"]) {
            if (field === 'application' && list !== '/users' && list !== '/audit/events') continue;
            const answer = await call(attacked, token, `${list}?${encodeURIComponent(field)}=${value}`);
            expect(field === 'application' ? [200, 400, 404] : [400], `${list} ${field} ${text}`).toContain(
              answer.status,
            );
          }
          if (text !== sql[0]) continue;
          const forged = [
            value,
            Buffer.from(JSON.stringify([text, text])).toString('base64url'),
            'x'.repeat(2048),
            'e30',
          ];
          for (const cursor of forged) {
            const answer = await call(attacked, token, `${list}?cursor=${cursor}`);
            expect([answer.status, ['invalid_cursor', 'invalid_request'].includes(answer.code ?? '')], list).toEqual([
              400,
              true,
            ]);
          }
        }
    });
    expect((await call(attacked, token, '/users')).status).toBe(200);
  });

  attack('40 answers __proto__, deep JSON and 100,000 items with 400 in under 50 ms', async (attacked) => {
    const token = await adminToken(attacked);
    const { key } = await newApplication(attacked);
    const bodies = [
      '{"__proto__":{"admin":true},"name":"x"}',
      '{"constructor":{"prototype":{}},"name":"x"}',
      '{"name":{"__proto__":1}}',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
      `{"name":"x","permissions":[${Array(100_000).fill('"x"').join(',')}]}`,
      `[${Array(100_000).fill('{}').join(',')}]`,
      '{',
      '[',
      '"',
      'nul',
      '\u0000',
      '{"name":"\\u0000"}',
      '{"name":"\\ud800"}',
      '{"name":1e999}',
      '{"name":"x","name":"y"',
    ];
    await nothingChanges(attacked, async () => {
      for (const path of ['/groups', `/applications/${key}/roles`, '/users', '/password-links'])
        for (const body of bodies) {
          const least = await leastWork(attacked, async () => {
            const answer = await call(attacked, token, path, { body });
            expect([400, 413], `${path} ${body.slice(0, 40)}`).toContain(answer.status);
          });
          expect(least, `${path} ${body.slice(0, 40)}`).toBeLessThan(50);
        }
    });
  });

  attack('41 no input text slows down a regular expression', async (attacked) => {
    const token = await adminToken(attacked);
    const { key } = await newApplication(attacked);
    const long = [
      `a@${'a'.repeat(500_000)}!`,
      `a@${'a.'.repeat(250_000)}!`,
      `a@${'a-'.repeat(250_000)}!`,
      `${'a'.repeat(500_000)}@`,
      `https://${'a.'.repeat(200_000)}`,
      `http://${'%25'.repeat(150_000)}`,
      `${' '.repeat(500_000)}x`,
      `${'\t '.repeat(250_000)}x`,
      `${'a'.repeat(400_000)}\u200b`,
      '=?'.repeat(200_000),
      `${'Ａ'.repeat(150_000)}`,
      `${'ﷺ'.repeat(100_000)}`,
    ];
    const calls: readonly (readonly [method: string, path: string, body: (text: string) => object])[] = [
      ['POST', '/users', (email) => ({ username: `u${mark()}`, name: 'X', email })],
      ['POST', '/users', (username) => ({ username, name: 'X' })],
      ['POST', '/users', (name) => ({ username: `u${mark()}`, name })],
      ['POST', '/applications', (id) => ({ id, name: 'X' })],
      ['POST', `/applications/${key}/permissions`, (name) => ({ name })],
      ['POST', `/applications/${key}/clients`, (uri) => ({ name: 'X', kind: 'browser', redirectUris: [uri] })],
      ['POST', '/connections', (issuer) => ({ name: `c${mark()}`, kind: 'openid', issuer, clientId: 'x' })],
      ['PATCH', '/appearance', (accent) => ({ accent })],
      ['POST', '/me/password', (current) => ({ current, password: current })],
    ];
    await nothingChanges(attacked, async () => {
      for (const [method, path, body] of calls)
        for (const text of long) {
          const least = await leastWork(attacked, async () => {
            const answer = await call(attacked, token, path, { method, body: body(text) });
            const said = `${path} ${text.slice(0, 12)} ${answer.text.slice(0, 100)}`;
            expect([400, 401, 413], said).toContain(answer.status);
          });
          expect(least, `${path} ${text.slice(0, 12)}`).toBeLessThan(60);
        }
    });
    for (const text of ['a'.repeat(8000), '%'.repeat(2000), '(a+)+$', `${'a|'.repeat(2000)}`]) {
      const answer = await call(attacked, token, `/users?q=${encodeURIComponent(text)}`);
      expect([200, 400, 431], text.slice(0, 10)).toContain(answer.status);
    }
  });

  attack('44 escapes CR, LF and ANSI sequences in the log', async (attacked) => {
    const nasty = `\u001b[31mred\u001b[0m\r\n{"level":50,"msg":"forged ${mark()}"}\u2028\u0007`;
    const browser = new Browser(attacked.here);
    const page = await begin(attacked, browser);
    await enter(attacked, browser, page, nasty, 'a wrong password of somebody');
    await browser.go(`/api/v1/users/${encodeURIComponent(nasty)}`);
    await browser.go(`/oidc/auth?client_id=${encodeURIComponent(nasty)}&state=${encodeURIComponent(nasty)}`);
    await send(attacked.here, '/oidc/token', { body: new URLSearchParams({ grant_type: nasty, client_id: nasty }) });
    await send(attacked.here, '/api/v1/me', { headers: { 'user-agent': 'a\u009b31mb', referer: '\u009b2J' } });
    const token = await adminToken(attacked);
    const name = `\u001b[31m${mark()}`;
    expect((await call(attacked, token, '/groups', { body: { name } })).status).toBe(400);
    expect(
      await changesOf(attacked, () => call(attacked, token, '/groups', { body: { name: `g ${mark()}` } })),
    ).toEqual(['group.created']);
    const lines = attacked.log().split('\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters
    for (const line of lines) expect(line).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
    expect(lines.filter((line) => line.startsWith('{"level":50,"msg":"forged'))).toEqual([]);
  });

  attack('45 refuses to be framed, ignores messages of other sites and never reflects an origin', async (attacked) => {
    const { tokens } = await signIn(attacked, await newPerson(attacked));
    const evil = { origin: 'https://evil.example' };
    const browser = new Browser(attacked.here);
    for (const path of [
      '/',
      '/setup',
      '/set-password',
      '/device',
      '/oidc/session/end',
      await begin(attacked, browser),
    ]) {
      const answer = await browser.go(path, { headers: { accept: 'text/html', ...evil } });
      isInert(answer, path);
      expect(answer.headers['access-control-allow-origin'], path).toBeUndefined();
      expect(answer.headers['cross-origin-opener-policy'], path).toBe('same-origin');
    }
    for (const destination of ['iframe', 'frame', 'embed', 'object', 'empty', 'image', 'script']) {
      const headers = { 'sec-fetch-dest': destination };
      for (const path of [authorization(consoleOf(attacked), newVerifier()), '/device'])
        expect((await browser.go(path, { headers })).status, `${destination} ${path}`).toBe(403);
    }
    for (const origin of [
      'https://evil.example',
      'null',
      attacked.issuer.replace('localhost', 'localhost.evil.example'),
    ])
      for (const path of [
        '/api/v1/me',
        '/api/v1/me/home',
        '/api/v1/users',
        '/oidc/token',
        '/oidc/userinfo',
        '/api/v1/live/version',
      ])
        for (const method of ['GET', 'OPTIONS', 'POST']) {
          const headers = {
            origin,
            authorization: `Bearer ${tokens.access}`,
            'access-control-request-method': 'GET',
            'access-control-request-headers': 'authorization',
          };
          const sent = {
            method,
            headers,
            ...(method === 'POST' && { body: new URLSearchParams({ grant_type: 'refresh_token' }) }),
          };
          const answer = await send(attacked.here, path, sent);
          expect(answer.headers['access-control-allow-origin'], `${method} ${path} ${origin}`).toBeUndefined();
          expect(answer.headers['access-control-allow-credentials'], `${method} ${path}`).toBeUndefined();
        }
  });
};

/**
 * Returns the processor time of the processes' main threads in milliseconds. Other load on the machine does not affect
 * it.
 */
function worked({ processes }: Attacked): number {
  const ran = processes.map((pid) => readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]);
  return ran.reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0);
}

/**
 * Returns the lowest processor time of several attempts, in milliseconds. Requests of the watcher are included. Stops
 * after an attempt that needs at most `enough`.
 */
async function leastWork(attacked: Attacked, work: () => Promise<unknown>, enough = 30): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4 && least > enough; round += 1) {
    const before = worked(attacked);
    await work();
    least = Math.min(least, worked(attacked) - before);
  }
  return least;
}
