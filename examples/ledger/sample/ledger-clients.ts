import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { apply, programs } from './organisation.ts';

/** The clients of Ledger: one for the browser, one for Ledger's server. */
export interface LedgerClients {
  readonly web: string;
  readonly service: { readonly id: string; readonly secret: string };
}

/**
 * Registers Ledger at `url` with the Licet whose data directory is `data`, by `licet apply --secrets`. Returns the
 * registered clients.
 */
export async function registerLedger(data: string, url: string): Promise<LedgerClients> {
  const file = join(data, 'ledger-clients.json');
  rmSync(file, { force: true });
  await apply(data, [programs], { LEDGER_URL: url }, '--secrets', file);
  const clients = JSON.parse(readFileSync(file, 'utf8')) as { name: string; id: string; secret: string | null }[];
  rmSync(file);
  const called = (name: string) => {
    const client = clients.find((it) => it.name === name);
    if (!client) throw new Error(`Ledger’s client ${name} was not made.`);
    return client;
  };
  const { id, secret } = called('Ledger API');
  return { web: called('Ledger web').id, service: { id, secret: secret ?? '' } };
}
