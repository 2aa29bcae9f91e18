import { limits } from '@licet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { refuse } from '../refusal.ts';
import { assuranceOf } from '../sign-in/assurance.ts';
import { type Attempt, signIn } from '../sign-in/authenticate.ts';
import type { Hashing } from '../sign-in/hashing.ts';
import { browserHash, knownBrowsersCookie, readKnownBrowsers } from '../sign-in/known-browsers.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { clientNames, organisationName } from '../store/sign-in/accounts.ts';
import { beginSession } from './begin-session.ts';
import { applicationOf } from './clients.ts';
import { type MountParts, signInUnderWay } from './mount.ts';
import { readOrigin } from './origins.ts';

export interface SignInPageParts extends MountParts {
  readonly hashing: Hashing;
  /** Signs what a browser holds of the accounts that it is known for. */
  readonly browsersKey: Buffer;
}

/**
 * The endpoints behind the sign-in page. They stand under the page's own address, because the cookie of the sign-in goes to
 * no other: `GET /sign-in/:uid/details`, `POST /sign-in/:uid` with login and password, answered by where to go on. `POST /sign-in`
 * signs in on the way to no application: the set-up page does, so that the console opens without asking again.
 */
export async function mountSignInPage(app: FastifyInstance, parts: SignInPageParts): Promise<void> {
  const { database, issuer, hashing, browsersKey } = parts;
  const signInWith = async (
    request: FastifyRequest,
    reply: FastifyReply,
    entered: Pick<Attempt, 'login' | 'password' | 'client'>,
  ) => {
    const browsers = readKnownBrowsers(browsersKey, request.headers.cookie);
    const signedIn = await signIn(database, hashing, { ...entered, origin: readOrigin(request), browsers });
    const { value: lifetime } = limits.knownBrowserLife;
    const known = [signedIn.browser, ...browsers];
    reply.header('set-cookie', knownBrowsersCookie(browsersKey, known, lifetime, issuer.startsWith('https:')));
    return signedIn;
  };
  await app.register(async (scope) => {
    scope.removeContentTypeParser('text/plain');
    scope.get<{ Params: { uid: string } }>('/sign-in/:uid/details', async (request, reply) => {
      const details = await signInUnderWay(parts.provider(), request, reply, request.params.uid);
      const { client_id: clientId, login_hint: hint } = details.params;
      const names = typeof clientId === 'string' ? await clientNames(database, clientId) : undefined;
      return reply.header('cache-control', 'no-store').send({
        application: names?.application ?? null,
        client: names?.client ?? null,
        organisation: await organisationName(poolOf(database)),
        loginHint: typeof hint === 'string' ? hint.slice(0, 254) : null,
        again: details.session?.accountId !== undefined,
      });
    });
    scope.post<{ Params: { uid: string } }>('/sign-in/:uid', { bodyLimit: 8192 }, async (request, reply) => {
      requireSameOrigin(request, issuer);
      const provider = parts.provider();
      const details = await signInUnderWay(provider, request, reply, request.params.uid);
      const { login, password } = readBody(request.body);
      const { client_id: clientId } = details.params;
      const client = typeof clientId === 'string' ? await provider.Client.find(clientId) : undefined;
      const name = client ? `${client.clientName ?? client.clientId} (${applicationOf(client)})` : null;
      const { account, browser } = await signInWith(request, reply, { login, password, client: name });
      const location = await provider.interactionResult(
        request.raw,
        reply.raw,
        { login: { accountId: account.id, ...assuranceOf('password') }, browser: browserHash(browser).toString('hex') },
        { mergeWithLastSubmission: false },
      );
      return reply.header('cache-control', 'no-store').send({ location });
    });

    scope.post('/sign-in', { bodyLimit: 8192 }, async (request, reply) => {
      requireSameOrigin(request, issuer);
      const { account } = await signInWith(request, reply, { ...readBody(request.body), client: null });
      await beginSession(parts.provider(), request, reply, account);
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
}

const body = z.strictObject({
  login: z.string().min(1).max(256),
  password: z.string().min(1).max(1024),
});

function readBody(raw: unknown): z.infer<typeof body> {
  const parsed = body.safeParse(raw);
  if (parsed.success) return parsed.data;
  return refuse('invalid_request', 'A sign-in needs a login and a password, and nothing else.', {
    errors: parsed.error.issues.slice(0, 10).map(({ path }) => ({
      pointer: `/${path.map(String).join('/')}`.slice(0, 100),
      detail: 'This field is missing, too long, or not known here.',
    })),
  });
}

/** Browsers say where a POST comes from; from anywhere but this site it is somebody else's doing (OWASP ASVS 5.0.0 V3.5.1). */
function requireSameOrigin({ headers }: FastifyRequest, issuer: string): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if ((origin === undefined || origin === issuer) && (site === undefined || site === 'same-origin')) return;
  refuse('forbidden', 'Signing in works from Licet’s own page only.');
}
