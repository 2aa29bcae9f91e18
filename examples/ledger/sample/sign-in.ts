import * as openid from 'openid-client';

/** Stores cookies between requests, as a browser does for one site. */
export class CookieJar {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/;\s*/);
      const name = pair.slice(0, pair.indexOf('='));
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
      const ended = attributes.some(
        (attribute) => /^expires=Thu, 01 Jan 1970/i.test(attribute) || /^max-age=0$/i.test(attribute),
      );
      if (ended) this.#cookies.delete(name + path);
      else this.#cookies.set(name + path, { value: pair, path });
    }
  }

  for(url: URL): string {
    return [...this.#cookies.values()]
      .filter(({ path }) => url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(({ value }) => value)
      .join('; ');
  }
}

export interface SignIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly login: string;
  readonly password: string;
}

/** Signs in through the complete OpenID flow (code with PKCE), and posts the same data as the sign-in page. */
export async function signIn(
  config: openid.Configuration,
  { issuer, redirectUri, login, password }: SignIn,
): Promise<openid.TokenEndpointResponse> {
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const start = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const jar = new CookieJar();
  const page = await follow(jar, start, redirectUri);
  const answer = await send(jar, page, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: issuer },
    body: JSON.stringify({ login, password }),
  });
  if (!answer.ok) throw new Error(`The sign-in of ${login} was refused: ${await answer.text()}`);
  const { location } = (await answer.json()) as { location: string };
  const callback = await follow(jar, new URL(location, issuer), redirectUri);
  return openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier, expectedState: state });
}

async function follow(jar: CookieJar, from: URL, until: string): Promise<URL> {
  for (let url = from, step = 0; step < 10; step += 1) {
    if (url.href.startsWith(until)) return url;
    const response = await send(jar, url, { headers: { accept: 'text/html' } });
    const location = response.headers.get('location');
    if (!location) return url;
    url = new URL(location, url);
  }
  throw new Error('The redirects do not end.');
}

async function send(jar: CookieJar, url: URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, {
    ...init,
    redirect: 'manual',
    headers: { ...init.headers, cookie: jar.for(url) },
  });
  jar.keep(response);
  return response;
}
