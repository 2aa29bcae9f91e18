import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { refuse } from '../refusal.ts';
import type { Origin } from '../usecases/context.ts';
import { applicationOf } from './clients.ts';
import { type MountParts, signInUnderWay } from './mount.ts';

/** What a person gave to sign in, and on the way to what. */
export interface SignInAttempt {
  readonly login: string;
  readonly password: string;
  readonly origin: Origin;
  readonly client: string | null;
}

export interface SignInPageParts extends MountParts {
  /** @throws Refusal `sign_in_failed`, `throttled` */
  readonly signIn: (attempt: SignInAttempt) => Promise<{ readonly id: string }>;
  /** The names of a client and of its application, for people. */
  readonly clientNames: (
    id: string,
  ) => Promise<
    { readonly client: string; readonly application: { readonly id: string; readonly name: string } } | undefined
  >;
}

/**
 * The endpoints behind the sign-in page. They stand under the page's own address, because the cookie of the sign-in goes to
 * no other: `GET /sign-in/:uid/details`, `POST /sign-in/:uid` with login and password, answered by where to go on.
 */
export async function mountSignInPage(app: FastifyInstance, parts: SignInPageParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser('text/plain');
    scope.get<{ Params: { uid: string } }>('/sign-in/:uid/details', async (request, reply) => {
      const details = await signInUnderWay(parts.provider(), request, reply, request.params.uid);
      const { client_id: clientId, login_hint: hint } = details.params;
      const names = typeof clientId === 'string' ? await parts.clientNames(clientId) : undefined;
      return reply.header('cache-control', 'no-store').send({
        application: names?.application ?? null,
        client: names?.client ?? null,
        organisation: await parts.ports.organisation(),
        loginHint: typeof hint === 'string' ? hint.slice(0, 254) : null,
        again: details.session?.accountId !== undefined,
      });
    });
    scope.post<{ Params: { uid: string } }>('/sign-in/:uid', { bodyLimit: 8192 }, async (request, reply) => {
      requireSameOrigin(request, parts.ports.issuer);
      const provider = parts.provider();
      const details = await signInUnderWay(provider, request, reply, request.params.uid);
      const { login, password } = readBody(request.body);
      const { client_id: clientId } = details.params;
      const client = typeof clientId === 'string' ? await provider.Client.find(clientId) : undefined;
      const name = client ? `${client.clientName ?? client.clientId} (${applicationOf(client)})` : null;
      const account = await parts.signIn({ login, password, origin: parts.origin(request), client: name });
      const location = await provider.interactionResult(
        request.raw,
        reply.raw,
        { login: { accountId: account.id, amr: ['pwd'] } },
        { mergeWithLastSubmission: false },
      );
      return reply.header('cache-control', 'no-store').send({ location });
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
