import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstPolicy, replacePolicy } from '../../store/policy/policy.ts';
import { arrange } from '../steps/sign-in.testing.ts';
import {
  addAdministrators,
  addPerson,
  addPersonWithTotp,
  begin,
  caller,
  codesOf,
  inSeconds,
} from '../steps/steps.testing.ts';
import { type ConnectionsWorld, connectionsWorld } from './connections.testing.ts';
import { startProvider } from './external-provider.testing.ts';

// External accounts as sign-in methods: when such a sign-in counts as recent, when an account may be unlinked, and what a reset removes.

let world: ConnectionsWorld;
beforeAll(async () => {
  world = await connectionsWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.store.setClock(0);
  world.provider.context = {};
  await policy({});
});

const policy = (overrides: Partial<typeof firstPolicy>) =>
  arrange(world.store, (handle) => replacePolicy(handle, { ...firstPolicy, ...overrides }));

/** Signs in by the provider of a connection, as a user with a linked account there. */
async function linkedPerson(id = world.acme) {
  const { store, server, provider, stranger, link, signedIn } = world;
  const user = await addPerson(store, server);
  const call = await signedIn(user.username);
  provider.person = stranger();
  const linked = await link(call, id);
  expect(linked.status).toBe(201);
  return { user, call, identity: String((linked.body as { id?: unknown }).id) };
}

describe('a sign-in through a provider', () => {
  const mayChange = async (call: ReturnType<typeof caller>) => {
    const { body } = await call('POST', '/me/credentials/totp');
    return 'secret' in body ? 'yes' : body.code === 'sign_in_again' ? String(body.detail) : String(body.code);
  };

  test('is recent only if the provider reports a recent authentication time', async () => {
    const { store, server, licet, acme, leave, comeBack } = world;
    await linkedPerson();
    const page = await begin(server, licet);
    const first = await page.finish({ status: 200, body: { location: await comeBack(page, await leave(page)) } });
    const call = caller(server, first.access_token);
    expect(await mayChange(call)).toContain('does not report when');
    expect((await call('GET', '/me/credentials')).body).toMatchObject({ freshUntil: null, provedAt: null });
    // The signed-in user signs in again at the provider, which reports the time.
    const again = await begin(server, licet, page.browser, { max_age: '0' });
    const tokens = await again.finish({
      status: 200,
      body: { location: await comeBack(again, await leave(again, acme)) },
    });
    const fresh = caller(server, tokens.access_token);
    expect(await mayChange(fresh)).toBe('yes');
    await store.database.pool.query(`update sessions set proved_at = proved_at - interval '11 minutes'`);
    expect(await mayChange(fresh)).toContain('you must have signed in within the last');
  });

  test('with GitHub is not recent until the user proves a factor in Licet', async () => {
    const { store, server, licet, github, hub, leave, comeBack, link } = world;
    const nextCode = codesOf(store);
    const { secret, call } = await addPersonWithTotp(store, server, licet, nextCode);
    github.user = { id: 7007, login: 'fresh', name: null };
    expect((await link(call, hub)).status).toBe(201);
    const page = await begin(server, licet);
    expect(await comeBack(page, await leave(page, hub))).toBe(page.page);
    const tokens = await page.finish(await page.code(nextCode(secret)));
    expect(await mayChange(caller(server, tokens.access_token))).toBe('yes');
    await store.database.pool.query('delete from totp');
    store.setClock(0);
    const onlyThere = await begin(server, licet);
    const back = await onlyThere.finish({
      status: 200,
      body: { location: await comeBack(onlyThere, await leave(onlyThere, hub)) },
    });
    expect(await mayChange(caller(server, back.access_token))).toContain('does not report when');
    const more = await begin(server, licet, onlyThere.browser, { max_age: '0' });
    const location = await comeBack(more, await leave(more, hub));
    const still = await more.finish({ status: 200, body: { location } });
    expect(await mayChange(caller(server, still.access_token))).toContain('does not report when');
  });
});

test('a provider sign-in does not become recent through another user’s refused sign-in on the same page', async () => {
  const { store, server, licet, connect, leave, comeBack, refusalOf } = world;
  const { user } = await linkedPerson();
  await policy({ secondFactor: [{ of: { kind: 'everybody' }, graceUntil: inSeconds(3600) }] });
  const talkative = await startProvider([`${server.issuer}/sign-in/return`], { require_auth_time: true });
  const { issuer, client } = talkative;
  const theirs = await connect({ name: 'Theirs', issuer, clientId: client.id }, client.secret);
  const page = await begin(server, licet);
  expect(await comeBack(page, await leave(page))).toBe(page.page);
  expect(await comeBack(page, await leave(page, theirs))).toBe(page.page);
  expect(await refusalOf(page)).toBe('identity_unknown');
  const tokens = await page.finish(await page.post('/set-up/later', {}));
  expect(tokens.claims()?.sub).toBe(user.id);
  const { rows } = await store.database.pool.query(
    'select proved_at from sessions where user_id = $1 order by created_at desc limit 1',
    [user.id],
  );
  expect(rows).toEqual([{ proved_at: null }]);
  await talkative.close();
});

describe('the last way to sign in', () => {
  const addKey = async (user: { readonly id: string }) => {
    const { rows } = await world.store.database.pool.query<{ id: string }>(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backup_eligible, backed_up, name, created_at)
       values (gen_random_uuid(), $1::uuid, decode(md5($1::uuid::text), 'hex'), '', 0, '{}', false, false, 'Key', now()) returning id`,
      [user.id],
    );
    return rows[0]?.id;
  };

  test('survives two simultaneous removals on two servers', async () => {
    const { store, server, another, licet } = world;
    const { user, identity } = await linkedPerson();
    const page = await begin(server, licet);
    const { access_token: token } = await page.finish(await page.password(user.username));
    const key = await addKey(user);
    await store.database.pool.query(`update sessions set amr = '{pwd,mfa}' where user_id = $1`, [user.id]);
    await policy({ ways: ['passkey', 'provider'] });
    const outcomes = await Promise.all([
      caller(server, token)('DELETE', `/me/identities/${identity}`),
      caller({ issuer: another.address }, token)('DELETE', `/me/credentials/passkeys/${key}`),
    ]);
    const said = outcomes.map(({ status, body }) => (status === 204 ? 'gone' : body.code));
    expect(said.toSorted()).toEqual(['gone', 'last_way_in']);
  });

  test('cannot be removed, whether it is a linked account or a passkey', async () => {
    const { store } = world;
    const { user, call, identity } = await linkedPerson();
    await policy({ ways: ['passkey', 'provider'] });
    expect((await call('DELETE', `/me/identities/${identity}`)).body.code).toBe('last_way_in');
    const key = await addKey(user);
    await store.database.pool.query(`update sessions set amr = '{pwd,mfa}', proved_at = now() where user_id = $1`, [
      user.id,
    ]);
    await policy({ ways: ['provider'] });
    expect((await call('DELETE', `/me/identities/${identity}`)).body.code).toBe('last_way_in');
    await policy({ ways: ['passkey'] });
    expect((await call('DELETE', `/me/credentials/passkeys/${key}`)).body.code).toBe('last_way_in');
    await policy({ ways: ['passkey', 'provider'] });
    expect((await call('DELETE', `/me/credentials/passkeys/${key}`)).status).toBe(204);
  });

  test('cannot be removed even if its provider is disabled', async () => {
    const { store, provider, connect } = world;
    const off = await connect(
      { name: 'Off', issuer: provider.issuer, clientId: provider.client.id },
      provider.client.secret,
    );
    const { user, call, identity } = await linkedPerson();
    await store.database.pool.query('update identities set connection_id = $2 where user_id = $1', [user.id, off]);
    await world.disable(off);
    await policy({ ways: ['provider'] });
    expect((await call('DELETE', `/me/identities/${identity}`)).body.code).toBe('last_way_in');
  });

  test('is removed only if the other linked account has an enabled provider', async () => {
    const { provider, connect } = world;
    const other = (name: string) =>
      connect({ name, issuer: provider.issuer, clientId: provider.client.id }, provider.client.secret);
    const [off, on] = [await other('Another that is off'), await other('On')];
    await world.disable(off);
    for (const [connection, status] of [
      [off, 409],
      [on, 204],
    ] as const) {
      await policy({});
      const { user, call, identity } = await linkedPerson();
      await policy({ ways: ['provider'] });
      await world.store.database.pool.query(
        `insert into identities (id, user_id, connection_id, issuer, subject, name, said, linked_at)
         values (gen_random_uuid(), $1, $2, 'https://another.example', gen_random_uuid()::text, 'Second', '{}', now())`,
        [user.id, connection],
      );
      const answer = await call('DELETE', `/me/identities/${identity}`);
      expect([answer.status, answer.body.code]).toEqual([status, status === 409 ? 'last_way_in' : undefined]);
    }
  });
});

test('the help desk sees linked accounts, and a reset removes them only on request', async () => {
  const { store, server, licet, acme, signIn } = world;
  const { user } = await linkedPerson();
  const { admin } = await addAdministrators(store, server, licet);
  expect((await admin('GET', `/users/${user.id}/credentials`)).body).toMatchObject({
    identities: [{ connection: { id: acme, name: 'Acme' } }],
  });
  const reset = (body: object) => admin('POST', `/users/${user.id}/credentials/reset`, body);
  expect((await reset({ passkeys: true })).body.code).toBe('wrong_state');
  expect((await signIn()).claims?.sub).toBe(user.id);
  expect((await reset({ passkeys: false, accounts: true })).status).toBe(204);
  expect((await signIn()).claims?.sub).not.toBe(user.id);
  const { rows } = await store.database.pool.query(
    `select before::jsonb -> 'accounts' as accounts from change where action = 'user.credentials_reset' and target_id = $1`,
    [user.id],
  );
  expect(rows).toEqual([{ accounts: [expect.stringMatching(/ of Acme$/)] }]);
});

test('a connection creates no user whose e-mail domain the policy forbids', async () => {
  const { provider, stranger, signIn } = world;
  await policy({ emailDomains: ['licet.example'] });
  provider.person = stranger();
  expect((await signIn()).refused).toBe('domain_not_allowed');
});
