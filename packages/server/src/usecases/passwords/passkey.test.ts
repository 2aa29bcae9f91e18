import type { PasskeyOffer, PolicyChange } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SoftwareAuthenticator } from '../../identity/factors/software-authenticator.testing.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { firstPolicy, replacePolicy } from '../../store/policy/policy.ts';
import { keepLink, type LinkKind } from '../../store/sign-in/links.ts';
import { sawSession } from '../../store/sign-in/sessions.ts';
import { insertUser } from '../../store/users/users.ts';
import { anonymous, issuer, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let made = 0;

beforeAll(async () => {
  licet = await testLicet();
});
beforeEach(() => policy({}));
afterAll(() => licet.close());

const { version: _, ...usual } = firstPolicy;
const policy = (changed: Partial<PolicyChange>) =>
  licet.build((change) => replacePolicy(change, { ...usual, ...changed }));

/** A user with a link, as mailed. */
async function linked(kind: LinkKind = 'invitation') {
  made += 1;
  const email = `person-${made}@harbour.example`;
  const token = `token-${made}`;
  const status = kind === 'invitation' ? 'invited' : 'active';
  const now = await readClock(licet.database);
  const user = await licet.build(async (change) => {
    const inserted = await insertUser(change, { username: `person-${made}`, email, name: `Person ${made}`, status });
    if (kind !== 'invitation') await setPasswordHash(change, inserted.id, 'test:the old one');
    const expiresAt = new Date(Date.parse(now) + 3_600_000).toISOString();
    const link = { kind, token, userId: inserted.id, madeBy: null, madeAt: now, expiresAt, address: email };
    await keepLink(change.connection, link);
    return inserted;
  });
  return { id: user.id, token };
}

const waysOf = async (token: string) => (await licet.call('passwords.link', anonymous, { body: { token } })).ways;
const offerFor = (token: string): Promise<PasskeyOffer> =>
  licet.call('passwords.passkeyOptions', anonymous, { body: { token } });
const set = (token: string, response: unknown, on: Pick<TestLicet, 'outcome'> = licet) =>
  on.outcome('passwords.setPasskey', anonymous, { body: { token, name: 'Phone', response } });
const setPassword = (token: string) =>
  licet.outcome('passwords.set', anonymous, { body: { token, password: 'nine blue doors in a row' } });
const held = (id: string) => licet.call('users.credentials', licet.admin, { params: { user: id } });
const key = (options = {}) => new SoftwareAuthenticator(issuer, options);

describe('a passkey set by a link', () => {
  test('signs an invited user in without a password, and verifies their address', async () => {
    const { id, token } = await linked();
    expect(await waysOf(token)).toEqual(['password', 'passkey']);
    const offer = await offerFor(token);
    expect(offer.authenticatorSelection.userVerification).toBe('required');
    expect(await set(token, key().create(offer))).toBe('ok');
    expect(await held(id)).toMatchObject({ password: null, passkeys: [{ name: 'Phone' }], recoveryCodes: null });
    const user = await licet.call('users.get', licet.admin, { params: { user: id } });
    expect(user).toMatchObject({ status: 'active', emailVerified: true });
    const { rows } = await licet.database.pool.query(
      `select action, actor_id, after::jsonb from change order by no desc limit 1`,
    );
    expect(rows).toEqual([{ action: 'user.activated', actor_id: id, after: { passkey: 'Phone', byLink: true } }]);
    expect(await licet.outcome('passwords.link', anonymous, { body: { token } })).toBe('link_invalid');
  });

  test('replaces a forgotten password, and the user is notified', async () => {
    const { id, token } = await linked('reset');
    const session = { signedInAt: undefined, expiresIn: 3600, address: null, agent: null, amr: ['pwd'] };
    await sawSession(licet.database, { uid: 'of before', userId: id, ...session });
    const ended = async () =>
      (await licet.database.pool.query('select ended_at is not null as ended from sessions where user_id = $1', [id]))
        .rows;
    expect(await ended()).toEqual([{ ended: false }]);
    expect(await set(token, key().create(await offerFor(token)))).toBe('ok');
    expect(await ended()).toEqual([{ ended: true }]);
    expect(
      (await licet.database.pool.query(`select from cut_offs where kind = 'user' and id = $1`, [id])).rowCount,
    ).toBe(1);
    expect(await held(id)).toMatchObject({ password: null, passkeys: [{ name: 'Phone' }] });
    const { rows } = await licet.database.pool.query('select template, data from mails where user_id = $1', [id]);
    expect(rows).toMatchObject([{ template: 'credentials_changed', data: { what: 'passkey_by_link' } }]);
  });

  test('is registered once across servers, with a challenge that works once', async () => {
    const { id, token } = await linked();
    const another = licet.anotherServer();
    const response = key().create(await offerFor(token));
    const answers = await Promise.all([set(token, response), set(token, response, another)]);
    await another.close();
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
    expect((await held(id)).passkeys).toHaveLength(1);
  });

  test('must verify its user and answer the challenge of its own link', async () => {
    const [{ id, token }, other] = [await linked(), await linked()];
    expect(await set(token, key({ verifies: false }).create(await offerFor(token)))).toBe('passkey_refused');
    const elsewhere = new SoftwareAuthenticator('https://evil.example').create(await offerFor(token));
    expect(await set(token, elsewhere)).toBe('passkey_refused');
    expect(await set(token, key().create(await offerFor(other.token)))).toBe('begin_again');
    await offerFor(token);
    expect(await set(token, key().create(await offerFor(other.token)))).toBe('passkey_refused');
    expect((await held(id)).passkeys).toEqual([]);
    expect(await setPassword(token)).toBe('ok'); // these failures have not used up the link
  });

  test('is the only choice where passwords are not accepted, and refused where passkeys are not', async () => {
    const { token } = await linked();
    const offer = await offerFor(token);
    await policy({ ways: ['password'] });
    expect(await waysOf(token)).toEqual(['password']);
    expect(await licet.outcome('passwords.passkeyOptions', anonymous, { body: { token } })).toBe('way_refused');
    expect(await set(token, key().create(offer))).toBe('way_refused');
    await policy({ ways: ['passkey', 'provider'] });
    expect(await waysOf(token)).toEqual(['passkey']);
    expect(await setPassword(token)).toBe('way_refused');
    expect(await set(token, key().create(offer))).toBe('ok');
  });

  test('attack 25: is refused to a user with a second factor, even where only passkeys are accepted', async () => {
    const [byApp, byKey] = [await linked('reset'), await linked('reset')];
    const sealed = Buffer.from('sealed');
    await licet.database.pool.query(
      'insert into totp (user_id, secret, added_at, last_step) values ($1, $2, now(), 0)',
      [byApp.id, sealed],
    );
    await licet.database.pool.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backup_eligible, backed_up, verifies, name, created_at)
       values (gen_random_uuid(), $1, 'x', 'x', 0, '{}', false, false, true, 'Lost phone', now())`,
      [byKey.id],
    );
    for (const ways of [['password', 'passkey'], ['passkey']] as const) {
      await policy({ ways: [...ways] });
      for (const { token } of [byApp, byKey]) {
        expect(await waysOf(token)).toEqual(['password']);
        expect(await licet.outcome('passwords.passkeyOptions', anonymous, { body: { token } })).toBe('way_refused');
      }
    }
    expect(await setPassword(byApp.token)).toBe('ok');
  });
});
