import { limits } from '@licet/contract';
import { expect } from 'vitest';
import { totpCode } from '../../packages/server/src/identity/factors/totp.ts';
import type { Attacked } from './attacked.ts';
import { outcomesOf } from './audit.ts';
import { Browser, newNetwork } from './browser.ts';
import { type Answer, secret, send } from './http.ts';
import { linkFor, mark, newApplication, newPerson, type Person } from './people.ts';
import { begin, call, enter, redeem, signIn } from './sign-in.ts';
import type { Part } from './suite.ts';

const wrong = 'a wrong password of somebody';

/** Returns the response without its request id. The rest must not differ, because a difference would help an attacker to guess. */
const comparable = ({ status, json }: Answer) => {
  const { instance: _, requestId: __, ...said } = json;
  return { status, said };
};

async function guess(attacked: Attacked, login: string, password = wrong, browser = new Browser(attacked.here)) {
  return enter(attacked, browser, await begin(attacked, browser), login, password);
}

/** Returns the shortest of several durations in milliseconds, because a busy machine only makes durations longer. */
async function shortest(work: () => Promise<unknown>, times = 7): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < times; round += 1) {
    const start = performance.now();
    await work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

export const signIns: Part = (attack) => {
  attack(
    '20 text, status and duration of sign-in, reset and invitation do not reveal whether a user exists',
    async (attacked) => {
      const { operator } = attacked;
      const [person, suspended] = [await newPerson(attacked), await newPerson(attacked)];
      await operator.users.suspend({ params: { user: suspended.id } });
      const invited = await operator.users.create({ body: { username: `i${mark()}`, name: 'Invited' } });
      const names = [
        person.username,
        suspended.username,
        invited.username,
        `nobody${mark()}`,
        `nobody@${mark()}.example`,
      ];
      const answers = [];
      for (const name of names) {
        answers.push(comparable(await guess(attacked, name)));
        const reset = { login: name };
        const headers = { 'x-forwarded-for': newNetwork() };
        const asked = await send(attacked.here, '/api/v1/password-resets', { body: reset, headers });
        expect([asked.status, asked.text]).toEqual([202, '']);
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      // Even the correct password does not reveal that a user is suspended.
      expect(comparable(await guess(attacked, suspended.username, suspended.password))).toEqual(answers[0]);

      const links = [await linkFor(attacked, invited.id), 'A'.repeat(43), 'B'.repeat(43)];
      await operator.users.remove({ params: { user: invited.id } });
      const looked = [];
      for (const token of links) {
        const headers = { 'x-forwarded-for': newNetwork() };
        looked.push(comparable(await send(attacked.here, '/api/v1/password-links', { body: { token }, headers })));
      }
      expect(new Set(looked.map((answer) => JSON.stringify(answer))).size).toBe(1);

      const known = await Promise.all(Array.from({ length: 3 }, () => newPerson(attacked)));
      const unknown = known.map(() => `nobody${mark()}`);
      const timed = async (logins: readonly string[]) => {
        let next = 0;
        const pages = await Promise.all(
          Array.from({ length: 9 }, async () => {
            const browser = new Browser(attacked.here);
            return { browser, page: await begin(attacked, browser) };
          }),
        );
        return shortest(async () => {
          const { browser, page } = pages[next] ?? { browser: new Browser(attacked.here), page: '' };
          await enter(attacked, browser, page, logins[next++ % logins.length] ?? '', wrong);
        }, 9);
      };
      // Repeats the measurement, because delays by a busy machine are random. A real difference appears in every
      // attempt.
      let difference = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < 3 && difference >= 1; tries += 1) {
        const [here, nowhere] = [await timed(known.map(({ username }) => username)), await timed(unknown)];
        difference = Math.abs(here - nowhere) / Math.max(15, here * 0.5);
      }
      expect(difference, 'how far apart they are, of what is let pass').toBeLessThan(1);
    },
  );

  attack(
    '21 counts two hundred parallel wrong passwords exactly',
    async (attacked) => {
      const person = await newPerson(attacked);
      // Each attempt comes from its own network, so that only the limit of the account applies. The pages are opened in advance.
      const pages = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          const browser = new Browser(attacked.here);
          const page = await begin(attacked, browser);
          return { browser: index % 2 ? browser.at(attacked.there) : browser, page };
        }),
      );
      const answers = await Promise.all(
        pages.map(({ browser, page }) => enter(attacked, browser, page, person.username, wrong)),
      );
      const count = (status: number) => answers.filter((answer) => answer.status === status).length;
      // Status 401 means that the server checked the password. It checks the free attempts, the attempt that starts the
      // wait, and then at most one attempt per second.
      const looked = count(401);
      expect(looked).toBeGreaterThanOrEqual(limits.failuresFree.value + 1);
      expect(looked).toBeLessThanOrEqual(limits.failuresFree.value + 4);
      expect(count(429)).toBe(200 - looked);
      const outcomes = await outcomesOf(attacked, person.id);
      expect(outcomes.wrong_password).toBe(looked);
      expect(outcomes.throttled).toBe(200 - looked);
      // Passkeys and mailed links still work during the wait.
      const headers = { 'x-forwarded-for': newNetwork() };
      const token = await linkFor(attacked, person.id);
      const link = await send(attacked.here, '/api/v1/password-links', { body: { token }, headers });
      expect(link.status).toBe(200);
    },
    { flood: true },
  );

  attack('22 a forged X-Forwarded-For does not evade the rate limit of a network', async (attacked) => {
    const free = limits.networkFailuresFree.value;
    const proxied = newNetwork();
    // First way: through a trusted proxy. The forged address precedes the address that the proxy saw.
    const forged = (round: number) => ({ 'x-forwarded-for': `203.0.113.${round}, ${proxied}` });
    // Second way: directly. The address is not a trusted proxy, so the server ignores the header. Each run uses a new
    // address.
    const from = `127.1.${Math.floor(Math.random() * 250)}.${1 + Math.floor(Math.random() * 250)}`;
    for (const way of [
      (round: number) => ({ headers: forged(round) }),
      (round: number) => ({ from, headers: { 'x-forwarded-for': `198.51.100.${round}` } }),
    ]) {
      const statuses: number[] = [];
      for (let round = 0; round <= free + 1; round += 1) {
        const sent = way(round);
        const browser = new Browser(attacked.here);
        const page = await begin(attacked, browser);
        const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
        const headers = { ...sent.headers, cookie, origin: attacked.issuer, 'sec-fetch-site': 'same-origin' };
        const body = { login: `nobody${round}${mark()}`, password: wrong };
        statuses.push((await send(attacked.here, page, { ...sent, body, headers })).status);
      }
      expect(statuses).toEqual([...Array<number>(free + 1).fill(401), 429]);
    }
  });

  attack(
    '23 refuses a TOTP code that is used, stale, sent to another endpoint, or guessed too often',
    async (attacked) => {
      const { person, code } = await withApp(attacked);
      const once = code(1);
      const first = await atCode(attacked, person);
      expect((await first.enter(once)).status).toBe(200);
      let [wrong, throttled, start] = [0, 0, 0];
      // Uses up the free attempts. The last code starts the wait.
      for (const typed of [once, code(0), code(-1), code(-2), code(-10), code(10)]) {
        const again = await atCode(attacked, person);
        start = performance.now();
        expect((await again.enter(typed)).status, typed === once ? 'used' : 'stale').toBe(403);
        expect((await again.browser.go(again.resume)).location).not.toMatch(/[?&]code=/);
        wrong += 1;
      }
      expect(wrong).toBe(limits.failuresFree.value + 1);
      const elsewhere = await atCode(attacked, person);
      expect((await elsewhere.enter(once, '/set-up/totp/confirm')).status).toBe(410);
      // Wrong codes count per user, whatever the browser and the network:
      // - During a wait, an attempt is refused and does not count.
      // - On a busy machine, the wait may already be over. The attempt then counts, and starts a wait of twice the
      //   length.
      while (throttled < 3) {
        const { enter: guess } = await atCode(attacked, person);
        const asked = performance.now();
        const { status, headers } = await guess(once);
        const wait = 2 ** (wrong - limits.failuresFree.value - 1);
        const held = performance.now() - start < wait * 1000;
        expect(held ? [429] : [403, 429]).toContain(status);
        if (status === 429) {
          throttled += 1;
          expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
          expect(Number(headers['retry-after'])).toBeLessThanOrEqual(wait);
        } else {
          wrong += 1;
          start = asked;
        }
      }
      expect(await outcomesOf(attacked, person.id)).toMatchObject({ wrong_code: wrong, throttled });
    },
  );

  attack('24 the first factor without the second gives no access', async (attacked) => {
    const { person } = await withApp(attacked);
    const { browser, page, resume } = await atCode(attacked, person);
    for (const path of [resume, `${page}/details`, '/api/v1/me', '/oidc/userinfo']) {
      const answer = await browser.go(path);
      expect(answer.location, path).not.toMatch(/[?&]code=/);
      if (path.startsWith('/api') || path.startsWith('/oidc/userinfo')) expect(answer.status).toBe(401);
    }
    // Neither the endpoints behind the page nor a second sign-in in the same browser give access.
    expect((await browser.post(`${page}/set-up/later`, {}, attacked.issuer)).status).toBeGreaterThanOrEqual(400);
    expect((await browser.post(`${page}/set-up/totp`, {}, attacked.issuer)).status).toBeGreaterThanOrEqual(400);
    const another = await begin(attacked, browser.copy());
    expect((await browser.at(attacked.issuer).go(another)).location).toBe('');
    expect(
      (await browser.post('/sign-in', { login: person.username, password: person.password }, attacked.issuer)).code,
    ).toBe('second_factor_needed');
    const { sessions } = await allOf(attacked, person);
    expect(sessions).toBe(1); // The session in which the app was added remains.
    expect((await outcomesOf(attacked, person.id)).second_factor_asked).toBeGreaterThan(0);
    const app = await newApplication(attacked);
    expect((await redeem(attacked, app, { code: 'guessed', verifier: 'guessed' })).status).toBe(400);
  });
};

async function allOf({ operator }: Attacked, { id: user }: Person) {
  const { items } = await operator.users.sessions({ params: { user } });
  return { sessions: items.length };
}

/**
 * Creates a user with an authenticator app. Returns the recovery codes, and a function that returns the code of a time
 * step relative to the current step.
 */
export async function withApp(attacked: Attacked) {
  const person = await newPerson(attacked);
  const { tokens } = await signIn(attacked, person);
  const offer = await call(attacked, tokens.access, '/me/credentials/totp', { method: 'POST', body: {} });
  const key = fromBase32(secret(String(offer.json.secret)));
  const code = (ahead: number) => totpCode(key, Math.floor(Date.now() / 30_000) + ahead);
  const confirmed = await call(attacked, tokens.access, '/me/credentials/totp/confirm', { body: { code: code(0) } });
  expect(confirmed.status, confirmed.text).toBeLessThan(300);
  const recovery = Array.isArray(confirmed.json.recoveryCodes) ? confirmed.json.recoveryCodes.map(String) : [];
  return { person, code, recovery: recovery.map(secret) };
}

/** Starts a sign-in in an unknown browser, up to the second factor. */
export async function atCode(attacked: Attacked, { username, password }: Person) {
  const browser = new Browser(attacked.here);
  const page = await begin(attacked, browser);
  const answer = await enter(attacked, browser, page, username, password);
  if (answer.status !== 200 || answer.json.location !== undefined)
    throw new Error(`No code is asked for: ${answer.text}`);
  const resume = `/oidc/auth/${page.split('/').at(-1)}`;
  return {
    browser,
    page,
    resume,
    enter: (code: string, endpoint = '/code') => browser.post(`${page}${endpoint}`, { code }, attacked.issuer),
  };
}

/** Decodes base32 without padding (RFC 4648 section 6). */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
