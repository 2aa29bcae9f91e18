import type { Clock } from './clock.ts';
import { jsonOf, LicetError } from './error.ts';
import type { Prover } from './proof.ts';
import { expiryOf, type Session } from './session.ts';

export interface ApiFetchParts {
  readonly session: Session;
  readonly prover: Prover;
  readonly clock: Clock;
  readonly renew: () => Promise<void>;
  /** The origins that may receive the access token. */
  readonly origins: readonly string[];
}

/**
 * Returns a function that binds a `fetch` to the current user. The `fetch` sends the access token and a proof of
 * possession. Bind it before anything is awaited: if another user signs in meanwhile, the `fetch` sends nothing.
 */
export const createApiFetch = ({ session, prover, clock, renew, origins }: ApiFetchParts): (() => typeof fetch) => {
  // When the session ends, abort GET and HEAD requests, because the server would refuse them. Do not abort other
  // requests, because the caller needs their result.
  const send = async (request: Request, access: string): Promise<Response> => {
    if (!/^(GET|HEAD)$/.test(request.method)) return prover.send(request, access);
    const ending = new AbortController();
    const unwatch = session.onTokens(() => session.tokens() || ending.abort(signedOut()));
    try {
      const { signal } = ending;
      return await prover.send(new Request(request, { signal: AbortSignal.any([request.signal, signal]) }), access);
    } finally {
      unwatch();
    }
  };
  // While a token loads, the page still shows the previous user, even if the token belongs to another user.
  let shown: unknown;
  session.subscribe(() => {
    const { status } = session.current();
    if (status !== 'loading') shown = session.claims().sub;
  });
  return () => {
    const { status } = session.current();
    let sub = (status === 'loading' && shown) || session.claims().sub;
    return async (input, init) => {
      const request = new Request(input, init);
      const { origin } = new URL(request.url);
      if (!origins.includes(origin))
        throw new LicetError('origin_not_listed', {
          title: 'The access token does not go to every address.',
          detail: `The access token is not sent to ${origin}.`,
          next: 'List the origin in “apis” of createLicet, or use the browser’s fetch.',
        });
      await session.known();
      if (status === 'loading') sub ??= session.claims().sub;
      // A renewal can return the tokens of another user who has signed in meanwhile. They must not make this request.
      const tokenOf = () => session.claims().sub === sub && session.tokens()?.access;
      const left = () => expiryOf(session.claims()) - clock.now();
      if (tokenOf() && left() < nearly)
        await renew().catch((error) => {
          if (left() <= 0) throw error;
        });
      const access = tokenOf();
      if (!access) throw signedOut();
      const response = await send(request, access);
      if (response.status !== 401 || !(await isTokenRefused(response))) return response;
      if (tokenOf() === access) await renew().catch(() => {});
      const renewed = tokenOf();
      return renewed && renewed !== access ? send(request, renewed) : response;
    };
  };
};

const signedOut = () => new LicetError('signed_out', { title: 'No one is signed in.', next: 'Sign in and try again.' });

/** In seconds. A token that expires sooner is renewed before the request, because it might expire on the way. */
const nearly = 3;

const isTokenRefused = async (response: Response): Promise<boolean> =>
  /invalid_token/.test(response.headers.get('www-authenticate') ?? '') ||
  /^token_(expired|invalid)$/.test(String((await jsonOf(response)).code));
