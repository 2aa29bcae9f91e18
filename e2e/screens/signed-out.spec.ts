import { expect } from '@playwright/test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { look, type Opening } from '../looks.ts';
import { enter, newVisitor } from '../visitor.ts';
import { test } from './view.testing.ts';

test('the token inspector and the sign-in page are accessible without a session', async ({
  browser,
  view: { licet },
}) => {
  const stranger = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  const sample = (name: string): Opening => {
    return async () => {
      await stranger.page.goto('/inspect');
      await stranger.page.getByRole('button', { name, exact: true }).click();
      await expect(stranger.page.getByText('Well formed')).toBeVisible();
    };
  };
  await look(stranger.page, 'inspect-empty', async () => void (await stranger.page.goto('/inspect')));
  await look(stranger.page, 'inspect', sample('valid'));
  await look(stranger.page, 'inspect-expired', sample('expired'));
  await look(stranger.page, 'inspect-admin', sample('an admin’s'));
  await look(stranger.page, 'inspect-resources', sample('for some shops'));
  await look(stranger.page, 'inspect-malformed', async () => {
    await stranger.page.goto('/inspect');
    await stranger.page.getByLabel('Token', { exact: true }).fill('not.a.token');
    await expect(stranger.page.getByText('Not well-formed')).toBeVisible();
  });
  await look(stranger.page, 'inspect-signature', async () => {
    const { token, keys } = await keycloakToken();
    await stranger.page.goto('/inspect');
    await stranger.page.waitForLoadState('networkidle');
    // Nothing that is pasted leaves the page, so it needs no network.
    await stranger.page.context().setOffline(true);
    await stranger.page.getByLabel('Token', { exact: true }).fill(token);
    await expect(stranger.page.getByText('Read as a token of Keycloak')).toBeVisible();
    await stranger.page.getByLabel('Keys of the issuer').fill(keys);
    await expect(stranger.page.getByText('Made with the key k1 (ES256).')).toBeVisible();
    await stranger.page.context().setOffline(false);
  });
  stranger.mayBeRefused(404);
  await look(stranger.page, 'not-found-signed-out', async () => {
    await stranger.page.goto('/nowhere');
    await expect(stranger.page.getByText('Start from the home page.')).toBeVisible();
    await expect(stranger.page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });
  await look(stranger.page, 'sign-in', async () => {
    await stranger.page.goto('/users');
    await expect(stranger.page.getByLabel('E-mail or username')).toBeVisible();
  });
  stranger.mayBeRefused(400, 401);
  await look(stranger.page, 'sign-in-refused', async () => {
    await stranger.page.goto('/');
    await stranger.page.getByLabel('E-mail or username').fill('somebody');
    await stranger.page.getByLabel('Password', { exact: true }).fill('wrong password for anybody');
    await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(stranger.page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  });
  stranger.quiet();
  await stranger.leave();
});

/** A signed token as Keycloak issues it, and its JWK Set. */
async function keycloakToken(): Promise<{ token: string; keys: string }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const claims = {
    azp: 'ledger',
    realm_access: { roles: ['clerk'] },
    resource_access: { ledger: { roles: ['approver'] } },
  };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuer('https://sso.example/realms/shop')
    .setSubject('ada')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
  return { token, keys: JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1' }] }, null, 2) };
}

test('a user without administration rights sees which permission a screen requires', async ({
  browser,
  view: { licet, id },
}) => {
  const member = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  member.mayBeRefused(403);
  const { url } = await licet.operator.users.passwordLink({ params: { user: id('users', 'Maya Lindqvist') } });
  const password = 'maple kettle drifts over sand';
  await look(member.page, 'set-password', async () => {
    await member.page.goto('/inspect');
    await member.page.goto(url);
    await expect(member.page.getByLabel('New password')).toBeVisible();
  });
  await member.page.getByLabel('New password').fill(password);
  await member.page.getByRole('button', { name: 'Set the password' }).click();
  await enter(member.page, 'maya.lindqvist', password);
  await look(member.page, 'member-home');
  await look(member.page, 'member-requests', async () => void (await member.page.goto('/inbox?view=mine')));
  await look(member.page, 'member-refused', async () => void (await member.page.goto('/users')));
  await expect(member.page.getByText(/users\.read/).first()).toBeVisible();
  await member.leave();
});
