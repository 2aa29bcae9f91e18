import type { Client } from '@licet/contract/client';
import { callerFor, givePasswords } from '../examples/ledger/sample/members.ts';
import {
  idOf,
  makeOrganisation as makeSample,
  type Organisation,
  type Running,
} from '../examples/ledger/sample/organisation.ts';
import { usernameOf } from '../examples/ledger/sample/people.ts';

/** Creates the sample organisation, with clients registered for Ledger. */
export async function makeOrganisation({ data, client }: Running): Promise<Organisation> {
  const made = await makeSample({ data, client });
  const params = { application: 'ledger' };
  await client.clients.create({
    params,
    body: {
      name: 'Ledger web',
      kind: 'browser',
      redirectUris: ['http://localhost:5173/callback'],
      webOrigins: ['http://localhost:5173'],
    },
  });
  await client.clients.create({ params, body: { name: 'Ledger API', kind: 'service' } });
  return made;
}

/** The ids of the sample's requests, by the name of the requested access. */
export type Requests = ReadonlyMap<string, string>;

const HOUR = 3600;
const DAY = 24 * HOUR;
const asked = [
  [
    'ward',
    'Yusuf Demirtaş',
    { role: 'pharmacist', reason: 'Covering nights for Hina until the 30th.', seconds: 9 * DAY },
  ],
  ['ledger', 'Ana Lucía Quispe Mamani', { role: 'approver', reason: 'Month end.', seconds: 2 * DAY }],
  ['ledger', 'Camille Roussel', { role: 'approver', reason: 'Kwame is away until Thursday.', seconds: DAY }],
  ['ledger', 'Rashid Karimov', { permission: 'settings.write', reason: 'To look around.', seconds: 30 * DAY }],
  ['ledger', 'Kenji Morimoto', { permission: 'invoices.void', reason: 'A double booking.', seconds: HOUR }],
  [
    'ledger',
    'Kwame Boateng',
    { permission: 'reports.export', reason: 'Quarter close. I had it in August.', seconds: 7 * DAY },
  ],
  [
    'ledger',
    'Maya Lindqvist',
    {
      permission: 'invoices.refund',
      reason:
        'Northgate paid 2026-0417 twice, their auditor is here today and wants to see it go back before he leaves.',
      seconds: DAY,
      place: 'button “Refund” on invoice 2026-0417',
    },
  ],
] as const;

/** Signs users in and makes them request access. Two requests are decided, and one is withdrawn. */
export async function makeRequests(issuer: string, operator: Client, made: Organisation): Promise<Requests> {
  const requests = new Map<string, string>();
  await givePasswords(
    operator,
    asked.map(([, name]) => idOf(made.users, name)),
  );
  for (const [application, name, question] of asked) {
    const own = await callerFor(issuer, usernameOf(name));
    const { id } = await own.requests.ask({ body: { application, ...question } });
    requests.set(`${name}`, id);
    if (name === 'Kenji Morimoto') await own.requests.withdraw({ params: { request: id } });
  }
  await operator.requests.approve({
    params: { request: idOf(requests, 'Camille Roussel') },
    body: {
      gives: { kind: 'permission', id: idOf(made.permissions, 'invoices.approve') },
      seconds: 2 * HOUR,
      note: 'Approving is enough for that; refunds stay with Chiara.',
    },
  });
  await operator.requests.deny({
    params: { request: idOf(requests, 'Rashid Karimov') },
    body: { reason: 'Ask Chiara to show you; changing the settings is not needed for that.' },
  });
  return requests;
}
