import { limits } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutgoing } from '../../outgoing/outgoing.ts';
import { type ConnectionsWorld, connectionsWorld, rule } from '../connections/connections.testing.ts';
import { nextOf } from '../steps/sign-in.testing.ts';

const outgoing = createOutgoing({ allowed: ['127.0.0.0/8', 'localhost'], patience: 3 * limits.signOutPatience.value });
let world: ConnectionsWorld;
beforeAll(async () => {
  world = await connectionsWorld({ outgoing });
});
afterAll(() => world.close());

test('sign-out waits less for a silent provider than other requests do', async () => {
  const { store, provider, connect, signIn, stranger } = world;
  const fields = { ...rule, issuer: provider.issuer, clientId: provider.client.id, signsOutThere: true };
  const there = await connect({ ...fields, name: 'There' }, provider.client.secret);
  provider.person = stranger();
  const { page, tokens, call } = await signIn(there);
  // A new version of the connection fetches its metadata again.
  await store.database.pool.query('update connections set no_from = no_from - 1 where id = $1', [there]);
  const silent = Promise.withResolvers<number>();
  provider.instead = () => {
    silent.resolve(performance.now());
    return true;
  };
  const hint = new URLSearchParams({ id_token_hint: tokens?.id_token ?? '' });
  const response = page.browser.go(`/oidc/session/end?${hint}`);
  const begun = await silent.promise;
  const gaveUp = outgoing(provider.issuer).catch(() => performance.now() - begun);
  expect(nextOf(await response)).toBe('/signed-out?there=unknown');
  expect((await call?.('GET', '/me'))?.status).toBe(401);
  expect(performance.now() - begun).toBeLessThan(Number(await gaveUp) / 2);
});
