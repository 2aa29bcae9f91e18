import { screens } from '@licet/contract';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Secrets } from '../keys/secrets.ts';
import { escapeText, protocolPolicy } from '../steps/pages.ts';

// The provider stores only the latest sign-out request of each session, but users have several tabs open. So each
// confirmation page contains the parameters of its own request. They are validated again when its form is submitted.

const carried = ['client_id', 'post_logout_redirect_uri', 'state', 'ui_locales'] as const;

/**
 * Returns the form of the confirmation page. Its token is the same in every tab of a session. Browsers also check
 * redirects after a form against `form-action`, so the policy allows the registered return address, and no other.
 */
export function questionForm({ secrets }: { readonly secrets: Secrets }, ctx: KoaContextWithOIDC): string {
  const { session, client, params = {} } = ctx.oidc;
  const token = secrets.derive(`sign-out ${session?.uid}`).toString('base64url');
  // Stores only the token: with a stored client, the provider would revoke that client's grant on “Stay signed in”.
  if (session) session.state = { secret: token };
  const { post_logout_redirect_uri: uri } = params;
  if (typeof uri === 'string')
    ctx.set(
      'content-security-policy',
      protocolPolicy.replace("form-action 'self'", `form-action 'self' ${sourceOf(uri)}`),
    );
  const asked = askedIn({ ...params, client_id: client?.clientId });
  if (ctx.state.addressUnknown === true) asked.set('address', 'unknown');
  const fields = [['question', 'sign-out'], ['xsrf', token], ...asked].map(
    ([name = '', value = '']) => `<input type="hidden" name="${name}" value="${escapeText(value)}">`,
  );
  return `<form id="op.logoutForm" method="post" action="${ctx.oidc.urlFor('end_session_confirm')}">${fields.join('')}</form>`;
}

/** Returns the parameters of the sign-out request from a submitted confirmation form; undefined for any other form. */
export function askedOnPage(body: unknown): URLSearchParams | undefined {
  if (typeof body !== 'object' || body === null || !('question' in body)) return undefined;
  const asked = askedIn({ ...body });
  if ('address' in body && body.address === 'unknown') asked.set('address', 'unknown');
  return asked;
}

/** Picks those parameters of a sign-out request that its confirmation page contains. */
export function askedIn(params: Readonly<Record<string, unknown>>): URLSearchParams {
  const asked = new URLSearchParams();
  for (const name of carried) {
    const { [name]: value } = params;
    if (typeof value === 'string' && value !== '') asked.set(name, value);
  }
  return asked;
}

type Client = InstanceType<Provider['Client']>;
export type IsRegistered = (client: Client, uri: string) => boolean;

/**
 * Returns the address to go to after the confirmation form: the return address in the form if it is still registered
 * for the client, else our page.
 */
export async function wayBack(provider: Provider, asked: URLSearchParams, isRegistered: IsRegistered): Promise<string> {
  const unknown = asked.get('address') === 'unknown' || asked.has('post_logout_redirect_uri');
  return (await addressOf(provider, asked, isRegistered)) ?? signedOutIn(asked.get('ui_locales'), unknown);
}

/**
 * Returns the return address in a submitted confirmation form. Undefined if there is none, or if it is no longer
 * registered for the client.
 */
export async function addressOf(
  provider: Provider,
  asked: URLSearchParams,
  isRegistered: IsRegistered,
): Promise<string | undefined> {
  const uri = asked.get('post_logout_redirect_uri');
  if (uri === null) return undefined;
  const client = await provider.Client.find(asked.get('client_id') ?? '').catch(() => undefined);
  return client && isRegistered(client, uri) ? backTo(uri, asked.get('state')) : undefined;
}

export function backTo(uri: string, state: unknown): string {
  const url = new URL(uri);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}

/**
 * An address as a source in a content security policy: its origin, or only its scheme if it is private-use or the host is an IPv6
 * address, which a policy cannot name.
 */
function sourceOf(uri: string): string {
  const { origin, protocol, hostname } = new URL(uri);
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}

/** Additional content of the signed-out page. */
export interface SignedOutContent {
  /** The client that requested an unregistered return address. */
  readonly client?: string;
  readonly address?: string;
  /** The provider at which the user may still be signed in, and the `state` by which they can continue. */
  readonly provider?: string;
  readonly on?: string;
}

/** Passes the content to the signed-out page in a cookie, because anyone could forge it in the address. */
export function tellPage(ctx: Pick<KoaContextWithOIDC, 'cookies' | 'state'>, more: SignedOutContent): void {
  const content: SignedOutContent = { ...ctx.state.signedOutContent, ...more };
  ctx.state.signedOutContent = content;
  const { address, ...rest } = content;
  const text = JSON.stringify({ ...rest, ...(address !== undefined && { address: address.slice(0, longestAddress) }) });
  ctx.cookies.set(signedOutCookie, Buffer.from(text).toString('base64url'), {
    path: signedOutPage,
    maxAge: 600_000,
    httpOnly: false,
    sameSite: 'lax',
    signed: false,
  });
}

/** The address of our own page, with the language that the application requests. */
export function signedOutIn(locales: unknown, unknown: boolean): string {
  const query = new URLSearchParams({
    ...(unknown && { address: 'unknown' }),
    ...(typeof locales === 'string' && locales !== '' && { ui_locales: locales.slice(0, 100) }),
  });
  return query.size === 0 ? signedOutPage : `${signedOutPage}?${query}`;
}

const longestAddress = 300;
export const signedOutPage = screens.signedOut.path;
const signedOutCookie = 'licet_signed_out';
