/** What goes with the redirect addresses of a client, unless somebody says otherwise. */
export interface CompanionAddresses {
  /** Where its pages call from: a program in the browser fetches its tokens itself. */
  readonly webOrigins: string[];
  /** Where people are sent after signing out: to the beginning, as the kit asks for. */
  readonly postLogoutRedirectUris: string[];
}

/**
 * The web origins and sign-out addresses that go with redirect addresses: each one's origin, and the root of it. Those with a
 * scheme of their own have none.
 *
 * @example
 * companionsOf('browser', ['https://app.example/callback']);
 * // { webOrigins: ['https://app.example'], postLogoutRedirectUris: ['https://app.example/'] }
 */
export function companionsOf(
  kind: 'browser' | 'server' | 'service' | 'device',
  redirectUris: readonly string[],
): CompanionAddresses {
  const urls = redirectUris.filter((uri) => URL.canParse(uri)).map((uri) => new URL(uri));
  const origins = [...new Set(urls.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ origin }) => origin))];
  return {
    webOrigins: kind === 'browser' ? origins : [],
    postLogoutRedirectUris: kind === 'service' ? [] : origins.map((origin) => `${origin}/`),
  };
}
