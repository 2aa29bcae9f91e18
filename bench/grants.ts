import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { RunningLicet } from '../e2e/licet.ts';

/** Measures the processor time of the server per client-credentials grant, in microseconds. */
export async function costOfGrants(licet: RunningLicet, credentials: string, seconds: number): Promise<number> {
  const before = processorTime(licet.pid);
  const result = await autocannon({
    url: `${licet.url}/oidc/token`,
    method: 'POST',
    connections: 10,
    duration: seconds,
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} grants failed.`);
  return (processorTime(licet.pid) - before) / result.requests.total;
}

export async function programOf({ operator }: RunningLicet): Promise<string> {
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const made = await operator.clients.create({
    params: { application: 'ledger' },
    body: { name: 'API', kind: 'service' },
  });
  return btoa(`${made.client.id}:${made.secret}`);
}

/** Processor time of all threads in microseconds. The kernel counts in hundredths of a second. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
