import { consoleClientId } from '@licet/contract';
import { type Client, createClient } from '@licet/contract/client';
import * as openid from 'openid-client';
import { signIn } from './sign-in.ts';

/** The password of every user of the sample. */
export const samplePassword = 'nine doors open at dawn';

/** Sets the sample's password for users, through the one-time links that an administrator would hand out. */
export async function givePasswords(operator: Client, users: Iterable<string>): Promise<void> {
  for (const user of users) {
    const { status } = await operator.users.get({ params: { user } });
    if (status === 'suspended') continue;
    const { url } = await operator.users.passwordLink({ params: { user } });
    const token = new URL(url).hash.slice('#token='.length);
    await operator.passwords.set({ body: { token, password: samplePassword } });
  }
}

/** Signs a user in. Returns a client of Licet's API that acts as that user. */
export async function callerFor(issuer: string, login: string, password = samplePassword): Promise<Client> {
  const config = await openid.discovery(new URL(issuer), consoleClientId, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  const tokens = await signIn(config, {
    issuer,
    clientId: consoleClientId,
    redirectUri: `${issuer}/callback`,
    login,
    password,
  });
  return createClient({
    baseUrl: issuer,
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${tokens.access_token}`);
      return fetch(url, { ...init, headers });
    },
  });
}
