import type { Client } from '@licet/contract/client';

/** The clients that Ledger needs: one for the browser, one for its own server. */
export interface LedgerClients {
  readonly web: string;
  readonly service: { readonly id: string; readonly secret: string };
}

/** Registers Ledger at `url` with Licet. */
export async function registerLedger(client: Client, url: string): Promise<LedgerClients> {
  const params = { application: 'ledger' };
  const web = await client.clients.create({
    params,
    body: {
      name: 'Ledger web',
      kind: 'browser',
      redirectUris: [`${url}/`],
      postLogoutRedirectUris: [`${url}/`],
      webOrigins: [url],
    },
  });
  const service = await client.clients.create({ params, body: { name: 'Ledger API', kind: 'service' } });
  return { web: web.client.id, service: { id: service.client.id, secret: service.secret ?? '' } };
}
