import { licetApplication, limits, type WayBack } from '@licet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import * as z from 'zod';
import { machineNow } from '../../machine-clock.ts';
import { applicationNameOf, applicationOf } from './page-words.ts';

type Interaction = NonNullable<KoaContextWithOIDC['oidc']['entities']['Interaction']>;
type Client = NonNullable<KoaContextWithOIDC['oidc']['client']>;

/**
 * Stores the request of a sign-in in a cookie of the browser that started it. Only the pages of that sign-in get the
 * cookie. It outlives the database record, so that a page that was left open can restart the sign-in. For a pushed
 * request (RFC 9126) it contains only the client, because the parameters must not appear in an address.
 */
export function rememberRequest(
  ctx: KoaContextWithOIDC,
  interaction: Interaction & { readonly parJti?: string },
): void {
  const { uid, params, parJti } = interaction;
  const secure = isSecure(ctx.oidc.provider);
  const device = /^(code|device)_/.test(ctx.oidc.route);
  const { client_id: client, id_token_hint: _, ...asked } = params;
  const fields = Object.entries(asked).flatMap(([name, values]) =>
    [values ?? []].flat().map((value) => [name, String(value)]),
  );
  const about = { uid, client, device, at: Math.floor(machineNow()) };
  const whole = parJti === undefined && !device ? { ...about, query: `${new URLSearchParams(fields)}` } : about;
  const text = [whole, about]
    .map((request) => Buffer.from(JSON.stringify(request)).toString('base64url'))
    .find(({ length }) => length <= longestCookie);
  if (text === undefined) return;
  ctx.cookies.set(cookieName(secure), text, {
    path: `/sign-in/${uid}`,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    signed: true,
    maxAge: limits.begunRemembered.value * 1000,
  });
}

/**
 * Returns how to restart a sign-in. A browser without the cookie learns only the application, and only while the record
 * exists. The parameters are only for the browser that started the sign-in.
 */
export async function wayBackOf(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  uid: string,
): Promise<WayBack> {
  const { cookies } = provider.createContext(request.raw, reply.raw);
  const remembered = rememberedRequestIn(cookies.get(cookieName(isSecure(provider)), { signed: true }), uid);
  const id = remembered?.client ?? (await provider.Interaction.find(uid))?.params.client_id;
  const client = typeof id === 'string' ? await provider.Client.find(id) : undefined;
  return { why: reasonEnded(remembered), ...leadsTo(client, remembered) };
}

/** The address of the page that says that a sign-in is over and how to start again, in the languages of the request. */
export const endedPage = (uid: string, locales?: unknown): string => {
  const query = { over: '', ...(typeof locales === 'string' && { ui_locales: locales.slice(0, 100) }) };
  return `/sign-in/${encodeURIComponent(uid)}?${new URLSearchParams(query)}`;
};

/**
 * Redirects to {@link endedPage} instead of to the application when the sign-in is no longer known or was started in
 * another session. This happens, for example, after going back in the browser, or with sign-ins in two tabs.
 * @returns whether it redirected
 */
export function redirectToEndedPage(ctx: KoaContextWithOIDC, error: Error): boolean {
  const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc;
  const { uid } = (ctx as { readonly params?: { readonly uid?: string } }).params ?? {};
  if (oidc?.route !== 'resume' || !(error instanceof errors.SessionNotFound) || uid === undefined) return false;
  ctx.status = 303;
  ctx.redirect(endedPage(uid));
  return true;
}

const rememberedRequest = z.object({
  /**
   * The sign-in that stored the request. A cookie of another sign-in is ignored, because another host of the domain may
   * have set it.
   */
  uid: z.string(),
  client: z.string(),
  device: z.boolean(),
  /** When the sign-in started, in seconds. */
  at: z.number(),
  query: z.string().optional(),
});
type RememberedRequest = z.infer<typeof rememberedRequest>;

function rememberedRequestIn(cookie: string | undefined, uid: string): RememberedRequest | undefined {
  if (cookie === undefined) return undefined;
  try {
    const { data } = rememberedRequest.safeParse(JSON.parse(Buffer.from(cookie, 'base64url').toString()));
    return data?.uid === uid ? data : undefined;
  } catch {
    return undefined;
  }
}

function reasonEnded(remembered: RememberedRequest | undefined): WayBack['why'] {
  if (!remembered) return 'elsewhere';
  return machineNow() > remembered.at + limits.interactionLifetime.value ? 'old' : 'gone';
}

function leadsTo(client: Client | undefined, remembered: RememberedRequest | undefined): Omit<WayBack, 'why'> {
  if (!client) return { application: null, again: null, home: null };
  const { device = false, query } = remembered ?? {};
  const request = query === undefined ? undefined : new URLSearchParams(`client_id=${client.clientId}&${query}`);
  const own = applicationOf({ ...client }) === licetApplication;
  return {
    application: applicationNameOf({ ...client }),
    again: device ? '/device' : request ? `/oidc/auth?${request}` : null,
    home: own ? '/' : homeOf(client, request?.get('redirect_uri')),
  };
}

/** The root of the request's return address if that is registered, else of the first registered web page. */
function homeOf({ redirectUris = [], applicationType }: Client, asked: string | null | undefined): string | null {
  // An installed application listens on `http` only while it waits for a response (RFC 8252 section 7.3), so its `http` addresses are no
  // pages.
  const pages = redirectUris.filter((uri) => uri.startsWith(applicationType === 'native' ? 'https:' : 'http'));
  const page = pages.find((uri) => uri === asked) ?? pages[0];
  return page === undefined ? null : `${new URL(page).origin}/`;
}

const isSecure = ({ issuer }: Provider) => issuer.startsWith('https:');
const cookieName = (secure: boolean) => `${secure ? '__Secure-' : ''}licet_begun`;

/** With this cookie the head of the answer fits into 4,096 bytes, the default limit of proxies such as nginx. */
const longestCookie = 1800;
