import { AsyncLocalStorage } from 'node:async_hooks';
import { type Call, limits, type SignInCalls, type SignInVerb, signInCalls } from '@licet/contract';
import { faultOfIssue, type KindsOf, type ValuesOf } from '@licet/contract/reasons';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type * as z from 'zod';
import { Refusal, refuse } from '../../refusal.ts';
import { networkOf } from '../../store/credentials/throttle.ts';
import type { Database } from '../../store/kernel/database.ts';
import type { Destination } from '../../store/sign-in/destination.ts';
import type { Input, Reply } from '../../usecases/use-case.ts';
import { refuseEnded } from '../factors/attempts.ts';
import { protocolPolicy } from './pages.ts';
import type { PageVisit } from './sign-in.ts';

/** A sign-in that is under way in the browser that sends the request. */
export interface Started {
  readonly details: Awaited<ReturnType<typeof signInUnderWay>>;
  readonly visit: PageVisit & {
    readonly uid: string;
    readonly to: Destination;
    /** The id of the user who is already signed in and signs in again. */
    readonly again: string | null;
  };
}

/** The input of a handler: the parts of the request that the contract declares, and the sign-in if the call belongs to one. */
export type Asked<C extends Call> = Pick<Input<C>, 'params' | 'body'> & {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
} & (C extends { readonly access: { readonly kind: 'startedSignIn' } } ? Started : unknown);

/** The reply of a call. A navigation gets an address to redirect to, or a page. */
type Answered<C extends Call> = C extends { readonly status: 303 } ? string | Page : Reply<C>;

/** A page instead of an address, as HTML. */
interface Page {
  readonly status: number;
  readonly html: string;
}

/** One handler for each call of the sign-in page. */
export type Handlers = {
  readonly [Verb in SignInVerb]: (asked: Asked<SignInCalls[Verb]>) => Promise<Answered<SignInCalls[Verb]>>;
};

type AtSignIn = { Params: { uid?: string } };

/**
 * Registers the calls of the sign-in page as the contract declares them. Calls that change something refuse pages of other
 * origins. The sign-in is looked up by its cookie before the content of the
 * request is checked.
 */
export function serveSignInCalls(
  scope: FastifyInstance,
  issuer: string,
  find: (request: FastifyRequest, reply: FastifyReply, uid: string) => Promise<Started>,
  handlers: Handlers,
): void {
  for (const verb of Object.keys(signInCalls) as SignInVerb[]) {
    const definition: Call = signInCalls[verb];
    // Indexing with a union of names loses the types of each call.
    const handle = handlers[verb] as unknown as (asked: object) => Promise<unknown>;
    scope.route<AtSignIn>({
      method: definition.method,
      url: definition.path,
      bodyLimit: bodyLimits[verb] ?? usualBody,
      config: { declares: definition },
      handler: async (request, reply) => {
        const { uid = '' } = request.params;
        reply.header('cache-control', 'no-store');
        if (definition.status === 303) reply.header('referrer-policy', 'no-referrer');
        if (definition.method !== 'GET') requireSameOrigin(request, issuer);
        try {
          const started = definition.access.kind === 'startedSignIn' ? await find(request, reply, uid) : undefined;
          const params = definition.params && readPart(definition.params, request.params, 'connection');
          const body = definition.body && readPart(definition.body, request.body, bodies[verb] ?? 'nothing');
          return present(definition, request, reply, await handle({ request, reply, params, body, ...started }));
        } catch (error) {
          // The refusal is stored with the sign-in, and its page shows it.
          if (definition.status === 303 && uid !== '' && isShownOnPage(error)) return reply.redirect(pageOf(uid), 303);
          throw error;
        }
      },
    });
  }
}

/** The address of the page of a sign-in. */
export const pageOf = (uid: string): string => `/sign-in/${encodeURIComponent(uid)}`;

const isShownOnPage = (error: unknown) =>
  error instanceof Refusal && (error.problem.status < 500 || error.problem.code === 'provider_unreachable');

function present(definition: Call, request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  if (definition.status === 303) return navigate(reply, answer as string | Page);
  const checked = definition.reply?.safeParse(answer);
  if (checked && !checked.success) {
    request.log.error({ issues: checked.error.issues.slice(0, 5) }, 'A reply does not fit the contract.');
    refuse('internal', 'answer_broken', {});
  }
  return reply.code(definition.status).send(answer);
}

function navigate(reply: FastifyReply, to: string | Page): FastifyReply {
  if (typeof to === 'string') return reply.redirect(to, 303);
  reply.header('content-security-policy', protocolPolicy).type('text/html; charset=utf-8');
  return reply.code(to.status).send(to.html);
}

const usualBody = 8192;
/** In bytes. A passkey's answer is larger than the default, and a typed login smaller. */
const bodyLimits: Partial<Record<SignInVerb, number>> = {
  passkey: 2 * usualBody,
  setUpPasskey: 2 * usualBody,
  provider: 2048,
};

/** The part that is missing from the request body. The refusal's sentence contains it. */
type Needed = ValuesOf<KindsOf<'invalid_request', 'sign_in_body_wrong'>>['step'];
const bodies: Partial<Record<SignInVerb, Needed>> = {
  password: 'password',
  session: 'password',
  code: 'code',
  passkey: 'passkey',
  confirmTotp: 'first_code',
  setUpPasskey: 'new_passkey',
  provider: 'login',
};

/** @throws Refusal `invalid_request` */
function readPart(schema: z.ZodType, raw: unknown, step: Needed): unknown {
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues
    .slice(0, 10)
    .map((issue) => ({ pointer: `/${issue.path.map(String).join('/')}`.slice(0, 100), ...faultOfIssue(issue) }));
  return refuse('invalid_request', 'sign_in_body_wrong', { step }, { errors });
}

/** Checks the origin that browsers send with a POST: a request from another site may be forged (OWASP ASVS 5.0.0 V3.5.1). */
export function requireSameOrigin({ headers }: FastifyRequest, issuer: string): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if ((origin === undefined || origin === issuer) && (site === undefined || site === 'same-origin')) return;
  refuse('forbidden', 'not_own_page', {});
}

/** What the endpoints of the sign-in page need from the provider. */
export interface PageParts {
  /** Returns the current provider. A new one replaces it when the keys change. */
  readonly provider: () => Provider;
  readonly database: Database;
  /** The public address, without a trailing slash. */
  readonly issuer: string;
}

/** Returns the sign-in under way. @throws Refusal `not_found` when the browser has no such sign-in */
export async function signInUnderWay(provider: Provider, request: FastifyRequest, reply: FastifyReply, uid: string) {
  try {
    const details = await provider.interactionDetails(request.raw, reply.raw);
    if (details.uid === uid) return details;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SessionNotFound') throw error;
  }
  return refuseEnded();
}

/** The destination that was read together with the sign-in, for pages that the provider does not serve. */
export const pageReading = new AsyncLocalStorage<{ to: Destination | undefined }>();

/**
 * Limits the unfinished sign-ins of each network, because each one stores a record before its user is known. Each
 * process counts separately, which is enough to bound the number of stored records.
 */
export interface UnfinishedSignIns {
  /** Counts a started sign-in. Returns the seconds to wait if there are too many. */
  take(address: string | null): number | undefined;
  /** Removes a sign-in from the count when it has finished or its user is known. */
  giveBack(address: string | null): void;
}

export function countUnfinished(seconds: () => number = () => performance.now() / 1000): UnfinishedSignIns {
  const networks = new Map<string, { left: number; at: number }>();
  const [most, again] = [limits.begunFree.value, limits.begunAgain.value];
  const leftOf = (network: string) => {
    const { left, at } = networks.get(network) ?? { left: most, at: seconds() };
    return Math.min(most, left + (seconds() - at) * again);
  };
  const keep = (network: string, left: number) => {
    networks.delete(network);
    if (left >= most) return;
    const [oldest] = networks.keys();
    if (networks.size >= networksKept && oldest !== undefined) networks.delete(oldest);
    networks.set(network, { left, at: seconds() });
  };
  return {
    take: (address) => {
      if (isThisMachine(address)) return undefined;
      const network = networkOf(address ?? '');
      const left = leftOf(network);
      if (left < 1) return Math.ceil((1 - left) / again);
      keep(network, left - 1);
      return undefined;
    },
    giveBack: (address) => {
      const network = networkOf(address ?? '');
      keep(network, Math.min(most, leftOf(network) + 1));
    },
  };
}

/**
 * Whether the address is a loopback address. All users may share it, because it is also the address of a local proxy
 * that is not configured.
 */
const isThisMachine = (address: string | null) => address?.startsWith('127.') || address === '::1';

/** The maximum number of remembered networks. Beyond it, the oldest one is forgotten. */
const networksKept = 10_000;
