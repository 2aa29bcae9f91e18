import type { Client } from './nouns/clients.ts';

type Addresses = Pick<Client, 'kind' | 'redirectUris' | 'postLogoutRedirectUris'>;

/**
 * The page of the application, as its web clients tell it: the page to which users return after signing out, or else
 * the root of the site to which they return after signing in. Undefined if the clients name no page or several sites.
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
