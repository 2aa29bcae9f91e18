import { cliClientId, limits } from '@licet/contract';
import { expect } from 'vitest';
import type { Attacked } from './attacked.ts';
import { Browser, newNetwork } from './browser.ts';
import { type Answer, secret, send } from './http.ts';
import { newApplication, newClient, newPerson, type Person, type TestClient } from './people.ts';
import { askTokens, call, callThere, enter } from './sign-in.ts';
import type { Part } from './suite.ts';

// Attacks on device authorisation (RFC 8628).

const grantType = 'urn:ietf:params:oauth:grant-type:device_code';

interface StartedDevice {
  readonly device: string;
  readonly code: string;
}

async function beginDevice({ here }: Attacked, { id }: Pick<TestClient, 'id'>, headers = {}): Promise<StartedDevice> {
  const from = { 'x-forwarded-for': newNetwork(), ...headers };
  const body = new URLSearchParams({ client_id: id, scope: 'openid' });
  const { status, json } = await send(here, '/oidc/device', { body, headers: from });
  expect(status).toBe(200);
  return { device: secret(String(json.device_code)), code: String(json.user_code) };
}

const poll = (attacked: Attacked, client: TestClient, { device }: StartedDevice, at = attacked.here) =>
  askTokens(attacked, client, { grant_type: grantType, device_code: device }, { at });

interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string;
}

function formOf({ text }: Answer): Form {
  const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return {
    text,
    action: /action="([^"]*)"/.exec(text)?.[1] ?? '',
    fields: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])),
  };
}

const post = (browser: Browser, { action, fields }: Form, more = {}, headers = {}) =>
  browser.go(action, { body: new URLSearchParams({ ...fields, ...more }), headers });

/** Enters a device code, and returns the confirmation page. */
async function type(browser: Browser, code: string): Promise<Form> {
  return formOf(await post(browser, formOf(await browser.go('/device')), { user_code: code }));
}

/** Confirms, signs in if necessary, and returns the text of the last page. */
async function approve(attacked: Attacked, browser: Browser, form: Form, person: Person): Promise<string> {
  let answer = await post(browser, form);
  for (let hops = 0; hops < 8 && answer.location; hops += 1) {
    if (!answer.location.startsWith('/sign-in/')) answer = await browser.go(answer.location);
    else {
      const page = answer.location.split('?')[0] ?? '';
      const signedIn = await enter(attacked, browser, page, person.username, person.password);
      if (signedIn.status !== 200) return signedIn.text;
      answer = await browser.go(String(signedIn.json.location));
    }
  }
  return answer.text;
}

const yes = 'You are signed in.';

const newDevice = async (attacked: Attacked) => newClient(attacked, (await newApplication(attacked)).key, 'device');

const runOut = ({ database }: Attacked, { code }: StartedDevice) =>
  database.pool.query(
    `update oidc_records set payload = jsonb_set(payload, '{exp}', '1'), expires_at = now() - interval '1 minute' where payload ->> 'userCode' = $1`,
    [code.replace('-', '')],
  );

export const devices: Part = (attack) => {
  attack('12 refuses a device code that is used twice, one after another and in parallel', async (attacked) => {
    const client = await newDevice(attacked);
    const person = await newPerson(attacked);
    const started = await beginDevice(attacked, client);
    const browser = new Browser(attacked.here);
    expect(await approve(attacked, browser, await type(browser, started.code), person)).toContain(yes);
    const places = Array.from({ length: 20 }, (_, index) => (index % 2 ? attacked.here : attacked.there));
    const issued = await Promise.all(places.map((at) => poll(attacked, client, started, at)));
    expect(issued.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const at of places.slice(0, 2)) expect((await poll(attacked, client, started, at)).code).toBe('invalid_grant');
    for (const { tokens } of issued.filter(({ status }) => status === 200)) {
      const renewed = { grant_type: 'refresh_token', refresh_token: tokens.refresh };
      expect((await askTokens(attacked, client, renewed)).code).toBe('invalid_grant');
      // Polls, because the second process learns a moment later that the tokens were revoked.
      for (const ask of [call, callThere])
        await expect.poll(async () => (await ask(attacked, tokens.access, '/me')).status).toBe(401);
    }
    // A code works only once.
    expect((await type(new Browser(attacked.there), started.code)).text).not.toContain('op.deviceConfirmForm');
  });

  attack('13 refuses another client’s device code', async (attacked) => {
    const client = await newDevice(attacked);
    const others = [await newDevice(attacked), { ...client, id: cliClientId }];
    const service = await newApplication(attacked, 'server');
    const person = await newPerson(attacked);
    const started = await beginDevice(attacked, client);
    for (const other of others) expect((await poll(attacked, other, started)).code).toBe('invalid_grant');
    const browser = new Browser(attacked.here);
    expect(await approve(attacked, browser, await type(browser, started.code), person)).toContain(yes);
    for (const other of others) expect((await poll(attacked, other, started)).code).toBe('invalid_grant');
    expect((await poll(attacked, service, started)).status).toBe(400);
    for (const device of ['', started.code, started.code.replace('-', ''), `${started.device}x`, '\0'])
      expect((await poll(attacked, client, { ...started, device })).status).toBe(400);
    expect((await poll(attacked, client, started)).status).toBe(200);
    // Clients of other kinds cannot start a device sign-in.
    for (const { id } of [service, await newApplication(attacked)]) {
      const body = new URLSearchParams({ client_id: id, scope: 'openid' });
      expect((await send(attacked.here, '/oidc/device', { body })).status).toBeGreaterThanOrEqual(400);
    }
  });

  attack('23 limits guesses of device user codes', async (attacked) => {
    const client = await newDevice(attacked);
    const codes = await Promise.all(Array.from({ length: 40 }, () => beginDevice(attacked, client)));
    expect(new Set(codes.map(({ code }) => code)).size).toBe(40);
    for (const { code } of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    const network = newNetwork();
    let guesses = 0;
    for (; guesses < 40; guesses += 1) {
      // Each round uses a new browser and alternates between the processes. It enters a valid code and then guesses
      // one.
      const browser = new Browser(guesses % 2 ? attacked.here : attacked.there, network);
      const own = (await type(browser, codes[guesses]?.code ?? '')).text;
      const guessed = (await type(browser, 'BBBB-BBBB')).text;
      if (guessed.includes('Too many codes') || own.includes('Too many codes')) break;
      expect(guessed).toContain('This code does not exist');
    }
    expect(guesses).toBeLessThanOrEqual(limits.failuresFree.value + 2);
    const newest = codes.at(-1)?.code ?? '';
    for (const at of [attacked.here, attacked.there])
      expect((await type(new Browser(at, network), newest)).text).toContain('Too many codes');
    // Other networks can continue to enter codes.
    expect((await type(new Browser(attacked.here), newest)).text).toContain(newest);
    for (const code of ['', ' ', '-', '%', '_', '\0', '%25', "' or 1=1 --", 'ſ'.repeat(8), 'B'.repeat(10_000)])
      expect((await type(new Browser(attacked.here), code)).text).not.toContain('op.deviceConfirmForm');
    // Frequent polling reveals nothing to the program.
    for (const answer of await Promise.all(
      Array.from({ length: 40 }, () => poll(attacked, client, codes[0] as StartedDevice)),
    ))
      expect(['authorization_pending', 'slow_down']).toContain(answer.code);
  });

  attack('27 a device is approved only on the device page of the user’s own browser', async (attacked) => {
    const client = await newDevice(attacked);
    const person = await newPerson(attacked);
    const started = await beginDevice(attacked, client);
    const user_code = started.code;
    // The victim is signed in, so one accepted confirmation would approve the attacker's device.
    const victim = new Browser(attacked.here);
    const first = await beginDevice(attacked, client);
    expect(await approve(attacked, victim, await type(victim, first.code), person)).toContain(yes);
    const form = await type(victim, user_code);
    const thief = await type(new Browser(attacked.here), user_code);
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const foreign = [{ ...form, fields: { ...form.fields, xsrf: thief.fields.xsrf ?? '' } }, thief];
    for (const it of [...foreign, { ...form, fields: { confirm: 'yes', user_code } }])
      for (const headers of [evil, {}]) {
        const { text } = await post(victim.copy(), it, { user_code, confirm: 'yes' }, headers);
        expect(text).not.toContain(yes);
      }
    for (const query of [{ user_code }, { user_code, confirm: 'yes' }, { ...form.fields, confirm: 'yes' }]) {
      const { text } = await victim.copy().go(`/device?${new URLSearchParams(query)}`, { headers: evil });
      expect(text).not.toContain(yes);
    }
    for (const destination of ['iframe', 'empty', 'image', 'embed'])
      expect((await victim.copy().go('/device', { headers: { 'sec-fetch-dest': destination } })).status).toBe(403);
    const { action, fields } = form;
    const twice = new URLSearchParams([...Object.entries(fields), ['xsrf', 'x'], ['user_code', user_code]]);
    expect((await victim.copy().go(action, { body: twice })).text).not.toContain(yes);
    const answers = [await poll(attacked, client, started), await poll(attacked, client, started, attacked.there)];
    expect(answers.map(({ code }) => code)).toEqual(['authorization_pending', 'slow_down']);
  });

  attack('33 refuses the device of a suspended user, and an expired device code', async (attacked) => {
    const { operator } = attacked;
    const client = await newDevice(attacked);
    // The user is suspended after confirming and before the program polls.
    const one = await newPerson(attacked);
    const said = await beginDevice(attacked, client);
    const browser = new Browser(attacked.here);
    expect(await approve(attacked, browser, await type(browser, said.code), one)).toContain(yes);
    // The user is suspended while the confirmation page is open.
    const asked = await beginDevice(attacked, client);
    const form = await type(browser, asked.code);
    await operator.users.suspend({ params: { user: one.id } });
    for (const at of [attacked.there, attacked.here])
      expect((await poll(attacked, client, said, at)).code).toBe('invalid_grant');
    expect(await approve(attacked, browser, form, one)).not.toContain(yes);
    expect((await poll(attacked, client, asked)).status).toBe(400);
    // The code expires while the confirmation page is open, while the sign-in page is open, and after confirming.
    const other = await newPerson(attacked);
    const late = await beginDevice(attacked, client);
    const fresh = new Browser(attacked.there);
    const open = await type(fresh, late.code);
    await runOut(attacked, late);
    expect(await approve(attacked, fresh, open, other)).not.toContain(yes);
    expect((await poll(attacked, client, late)).code).toMatch(/expired_token|invalid_grant/);
    const later = await beginDevice(attacked, client);
    const page = (await post(fresh, await type(fresh, later.code))).location;
    expect(page).toMatch(/^\/sign-in\//);
    await runOut(attacked, later);
    const signedIn = await enter(attacked, fresh, page.split('?')[0] ?? '', other.username, other.password);
    let { location, text } = await fresh.go(String(signedIn.json.location));
    for (let hops = 0; hops < 4 && location; hops += 1) ({ location, text } = await fresh.go(location));
    expect(text).not.toContain(yes);
    expect((await poll(attacked, client, later)).code).toMatch(/expired_token|invalid_grant/);
    const last = await beginDevice(attacked, client);
    expect(await approve(attacked, fresh, await type(fresh, last.code), other)).toContain(yes);
    await runOut(attacked, last);
    expect((await poll(attacked, client, last)).code).toMatch(/expired_token|invalid_grant/);
  });

  attack(
    '36 the device page escapes markup in the names of clients and applications and in the user agent',
    async (attacked) => {
      const { key } = await newApplication(attacked, 'browser', { name: '<img src=x onerror=alert(1)>' });
      const { client } = await attacked.operator.clients.create({
        params: { application: key },
        body: { name: '"><script>alert(1)</script>', kind: 'device' },
      });
      const agents = ['</dd><script>alert(1)</script>', 'Your bank" autofocus onfocus="alert(1)', 'x'.repeat(5000)];
      for (const agent of agents) {
        const started = await beginDevice(attacked, client, { 'user-agent': agent });
        const browser = new Browser(attacked.here);
        const { text } = await type(browser, started.code);
        expect(text).not.toMatch(/<script|<img|" autofocus onfocus/);
        expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62; (&#60;img src=x onerror=alert(1)&#62;)');
        expect(text).toContain('class="warning"');
        expect(text).toContain('Continue only if you have just started this yourself');
        expect(text).not.toContain('x'.repeat(101));
        const headers = (await browser.go('/device')).headers['content-security-policy'];
        expect(headers).toContain("default-src 'none'");
        expect(headers).not.toContain('unsafe');
      }
    },
  );
};
