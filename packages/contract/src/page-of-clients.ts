import type { Client } from './nouns/clients.ts';

type Addresses = Pick<Client, 'kind' | 'redirectUris' | 'postLogoutRedirectUris'>;

/**
 * Returns the page of the application, which is derived from the addresses of its web clients. It is the page to which
 * users return after signing out, or else the root of the site to which they return after signing in. Returns undefined
 * if the clients have no such page, or pages of several sites.
 */
export function pageOfClients(clients: readonly Addresses[]): string | undefined {
  const pages = clients
    .filter(({ kind }) => kind === 'browser' || kind === 'server')
    .flatMap(({ postLogoutRedirectUris, redirectUris }) => [
      ...postLogoutRedirectUris.slice(0, 1),
      ...redirectUris.slice(0, 1).map((uri) => URL.parse('/', uri)?.href ?? uri),
    ])
    .flatMap((uri) => URL.parse(uri) ?? [])
    .filter(({ protocol }) => protocol === 'https:' || protocol === 'http:');
  return new Set(pages.map(({ origin }) => origin)).size === 1 ? pages[0]?.href : undefined;
}
