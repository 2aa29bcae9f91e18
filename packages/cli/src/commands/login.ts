import { setTimeout as wait } from 'node:timers/promises';
import { cliClientId } from '@licet/contract';
import { type Command, requireServer, serverFlag } from '../command.ts';
import { forgetSignIn, keepSignIn, readSignIn, type SignIn, serverClient, signInOf } from '../server/client.ts';
import { ask, endpointsOf } from '../server/endpoints.ts';
import { newProofKey, proofOf } from '../server/proof.ts';
import { printable } from '../terminal.ts';

export const login: Command = {
  name: 'login',
  summary: 'Sign in to a remote server, with a code that you enter in a browser',
  takes: [],
  ...serverFlag,
  more: 'Commands with --server then act for you, until you sign out or the session in the browser ends.\nA program does not sign in. Set LICET_CLIENT_ID with LICET_CLIENT_SECRET, or with LICET_CLIENT_KEY, a file with its private key.',
  async run({ flags }) {
    const server = requireServer(flags);
    keepSignIn(server, await signIn(server));
    const { user } = await serverClient(server).me.get();
    process.stdout.write(printable(`Signed in to ${server} as ${user.name} (${user.username}).\n`));
    return 0;
  },
};

export const logout: Command = {
  name: 'logout',
  summary: 'Sign out of a remote server',
  takes: [],
  ...serverFlag,
  async run({ flags }) {
    const server = requireServer(flags);
    const stored = readSignIn(server);
    forgetSignIn(server);
    if (!stored) {
      process.stdout.write(`You were not signed in to ${server}.\n`);
      return 0;
    }
    const { revocation } = await endpointsOf(server);
    await ask(revocation, { token: stored.refreshToken, client_id: cliClientId });
    process.stdout.write(`Signed out of ${server}.\n`);
    return 0;
  },
};

/**
 * RFC 8628 section 3.
 * @throws Error if no user signed in
 */
async function signIn(server: string): Promise<SignIn> {
  const { device, token } = await endpointsOf(server);
  const { body: started } = await ask(device, { client_id: cliClientId, scope: 'openid' });
  const { device_code: code, user_code: shown, verification_uri: page } = started;
  const life = lifeOf(started.expires_in);
  if (typeof code !== 'string')
    throw new Error(
      `${server} does not allow sign-ins from the command line (${started.error ?? 'no reason given'}). It may be older than this command.`,
    );
  process.stderr.write(
    printable(`Open ${page} in a browser and enter the code ${shown}. It is valid for ${inMinutes(life)}.\n`),
  );
  const key = newProofKey();
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: code,
    client_id: cliClientId,
  };
  const end = performance.now() + life * 1000;
  for (let pause = pauseOf(started.interval); performance.now() < end; ) {
    await wait(Math.min(pause * 1000, Math.max(0, end - performance.now())));
    const { body } = await ask(token, form, { dpop: proofOf(key, 'POST', token) });
    const signIn = signInOf(body, { key });
    if (signIn) return signIn;
    if (body.error === 'slow_down') pause += 5;
    else if (body.error !== 'authorization_pending')
      throw new Error(endings.get(String(body.error)) ?? unknown(body.error));
  }
  throw new Error(
    printable(
      `The code was not confirmed within ${inMinutes(life)}. You are not signed in. Run “licet login” again, and enter the new code.`,
    ),
  );
}

/**
 * Returns the seconds between two polls: the server's `interval`, or 5 if it is missing or out of range (RFC 8628
 * section 3.2).
 */
export const pauseOf = (interval: unknown): number =>
  typeof interval === 'number' && interval >= 1 && interval <= 60 ? interval : 5;

/** Returns the lifetime of a code in seconds: the server's `expires_in`, or 600 if it is missing or out of range. */
export const lifeOf = (expiresIn: unknown): number =>
  typeof expiresIn === 'number' && expiresIn >= 1 && expiresIn <= 3600 ? expiresIn : 600;

const inMinutes = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
};

const endings = new Map([
  ['access_denied', 'The sign-in was cancelled in the browser. You are not signed in.'],
  ['expired_token', 'The code has expired. Run “licet login” again.'],
  ['invalid_grant', 'The code has expired, or was used already. Run “licet login” again.'],
]);

const unknown = (error: unknown) => `The sign-in failed (${error ?? 'no reason given'}). Run “licet login” again.`;
