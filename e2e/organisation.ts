import { type Client, createClient } from '@licet/contract/client';
import * as openid from 'openid-client';
import { signIn } from './signIn.ts';

const people: readonly (readonly [string, string])[] = [
  ['Adaeze Nwosu', 'Ward reception'],
  ['Aiyana Begaye', 'Nurses, Ward 4'],
  ['Ana Lucía Quispe Mamani', 'Finance'],
  ['Chiara Benedetti', 'Finance leads'],
  ['Dmytro Kovalenko', 'Finance'],
  ['Éloïse Marchetti-Dubois', 'Physicians'],
  ['Fatima al-Zahrawi', 'Physicians'],
  ['Hina Takahashi', 'Pharmacy'],
  ['João Pereira da Silva', 'Finance leads'],
  ['Kenji Morimoto', 'Finance'],
  ['Kwame Boateng', 'Finance leads'],
  ['Lars-Erik Väisänen', 'Audit'],
  ['Mateus Carvalho', 'Finance'],
  ['Maya Lindqvist', 'Finance'],
  ['Mbali Dlamini', 'Ward leads'],
  ['Nguyễn Thị Hạnh', 'Nurses, Ward 2'],
  ['Oluwaseun Adeyemi', 'Regional desk'],
  ['Priya Raghunathan', 'Audit'],
  ['Rashid Karimov', 'Finance'],
  ['Siobhán Ní Dhomhnaill', 'Nurses, Ward 4'],
  ['Tomasz Wójcik', 'Regional desk'],
  ['Wei-Ling Chou', 'Platform'],
  ['Yusuf Demirtaş', 'Night desk'],
  ['Zeynep Aydın', 'Night desk'],
  ['Bao Trần', 'Nurses, Ward 2'],
  ['Camille Roussel', 'Finance'],
  ['Dagny Halvorsen', 'Pharmacy'],
  ['Ingeborg Thorvaldsen-Björklund af Nordenskiöld', 'Ward leads'],
];

const ledgerPermissions: Readonly<Record<string, string>> = {
  'invoices.read': 'See invoices',
  'invoices.write': 'Draft and change invoices',
  'invoices.send': 'Send invoices to customers',
  'invoices.approve': 'Approve invoices',
  'invoices.refund': 'Refund an invoice',
  'invoices.void': 'Void an invoice',
  'payments.read': 'See incoming payments',
  'payments.match': 'Match payments with invoices',
  'customers.read': 'See customers',
  'customers.write': 'Add and change customers',
  'reports.read': 'Read reports',
  'reports.export': 'Export reports',
  'settings.write': 'Change the settings',
};
const wardPermissions: Readonly<Record<string, string>> = {
  'appointments.manage': 'Book, move and cancel',
  'patients.read': 'See name and contact',
  'labs.status': 'See whether a result is in',
  'doses.prepare': 'Prepare doses',
};

/** What the organisation is made of, by name. */
export interface Organisation {
  readonly users: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
  readonly permissions: ReadonlyMap<string, string>;
}

/** Fills an empty Licet with a small, believable organisation: people from many places, groups, two applications, grants that end. */
export async function makeOrganisation(client: Client, now = Date.now()): Promise<Organisation> {
  const users = new Map<string, string>();
  const groups = new Map<string, string>();
  for (const [name, group] of people) {
    const username = name
      .normalize('NFD')
      .replace(/[^\p{L}\s-]/gu, '')
      .toLowerCase()
      .split(/[\s-]+/)
      .slice(0, 2)
      .join('.')
      .replace(/[^a-z.]/g, '');
    users.set(name, (await client.users.create({ body: { username, name, email: `${username}@aurelia.example` } })).id);
    if (!groups.has(group))
      groups.set(group, (await client.groups.create({ body: { name: group, description: '' } })).id);
    await client.groups.addMember({ params: { group: idOf(groups, group), member: idOf(users, name) } });
  }
  await client.groups.addMember({ params: { group: idOf(groups, 'Finance'), member: idOf(groups, 'Finance leads') } });
  await client.users.suspend({ params: { user: idOf(users, 'Dmytro Kovalenko') } });
  const made = { users, groups, roles: new Map<string, string>(), permissions: new Map<string, string>() };
  await makeLedger(client, made, now);
  await makeWard(client, made, now);
  return made;
}

/** The requests of the organisation, by what was asked for: their ids. */
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

/** Lets people ask for access, each signed in to the application; two requests are decided, one is taken back. */
export async function makeRequests(issuer: string, operator: Client, made: Organisation): Promise<Requests> {
  const requests = new Map<string, string>();
  const clients = new Map<string, string>();
  for (const [application, name, question] of asked) {
    if (!clients.has(application)) {
      const body = { name: 'Phone', kind: 'browser' as const, redirectUris: [redirectUri] };
      clients.set(application, (await operator.clients.create({ params: { application }, body })).client.id);
    }
    const own = await asUser(issuer, operator, idOf(made.users, name), clients.get(application) ?? '');
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

const redirectUri = 'http://localhost:5998/callback';

/** The API as a user who is signed in to an application. */
async function asUser(issuer: string, operator: Client, user: string, clientId: string): Promise<Client> {
  const password = `walks the long way home ${user}`;
  const { url } = await operator.users.passwordLink({ params: { user } });
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';
  await operator.passwords.set({ body: { token, password } });
  const { username: login } = await operator.users.get({ params: { user } });
  const config = await openid.discovery(
    new URL(issuer),
    clientId,
    { token_endpoint_auth_method: 'none' },
    openid.None(),
    { execute: [openid.allowInsecureRequests] },
  );
  const tokens = await signIn(config, { issuer, clientId, redirectUri, login, password });
  return createClient({
    baseUrl: issuer,
    fetch: (address, init) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${tokens.access_token}`);
      return fetch(address, { ...init, headers });
    },
  });
}

interface Made extends Organisation {
  readonly roles: Map<string, string>;
  readonly permissions: Map<string, string>;
}

async function makeLedger(client: Client, made: Made, now: number): Promise<void> {
  const params = { application: 'ledger' };
  await client.applications.create({
    body: { id: 'ledger', name: 'Ledger', description: 'Invoices and payments of the whole group.' },
  });
  await addPermissions(client, 'ledger', ledgerPermissions, made);
  const role = roleMaker(client, 'ledger', made);
  await role('reader', 'Sees invoices and customers', [
    'invoices.read',
    'payments.read',
    'customers.read',
    'reports.read',
  ]);
  await role(
    'clerk',
    'The daily work',
    ['invoices.write', 'invoices.send', 'payments.match', 'customers.write'],
    ['reader'],
  );
  await role(
    'approver',
    'Approves, refunds and voids',
    ['invoices.approve', 'invoices.refund', 'invoices.void'],
    ['clerk'],
  );
  await role('auditor', 'Reads everything, changes nothing', ['reports.export'], ['reader']);
  await role('controller', 'Closes the month', ['settings.write'], ['approver', 'auditor']);
  const grant = granter(client, params.application, made);
  await grant('group', 'Finance', 'clerk', 'The desk');
  await grant('group', 'Finance leads', 'approver', 'The desk');
  await grant('group', 'Audit', 'auditor', 'Standing audit');
  await grant('group', 'Regional desk', 'approver', 'Bergen and Tromsø');
  await grant('user', 'Tomasz Wójcik', 'controller', 'Covering for Kwame', now + 2.5 * 3_600_000);
  await grant('user', 'Chiara Benedetti', 'settings.write', 'VAT rates 2027', now + 3 * 86_400_000);
  await grant('user', 'Priya Raghunathan', 'reports.export', 'External audit', now + 5 * 86_400_000);
  await grant('user', 'Maya Lindqvist', 'invoices.send', 'Dunning project', now + 120 * 86_400_000);
  await grant('user', 'Wei-Ling Chou', 'admin', 'Platform');
  await client.applications.addOwner({ params: { ...params, user: idOf(made.users, 'Chiara Benedetti') } });
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
}

async function makeWard(client: Client, made: Made, now: number): Promise<void> {
  await client.applications.create({
    body: { id: 'ward', name: 'Ward', description: 'Patients, appointments and results.' },
  });
  await addPermissions(client, 'ward', wardPermissions, made);
  const role = roleMaker(client, 'ward', made);
  await role('reception', 'The front desk', ['appointments.manage', 'patients.read', 'labs.status']);
  await role('nurse', 'Looks after patients', ['patients.read', 'labs.status']);
  await role('pharmacist', 'Prepares what was prescribed', ['doses.prepare'], ['nurse']);
  const grant = granter(client, 'ward', made);
  await grant('group', 'Night desk', 'reception', 'Nights', now + 27 * 3_600_000);
  await grant('group', 'Ward reception', 'reception', 'The desk');
  await grant('group', 'Nurses, Ward 2', 'nurse', 'The ward');
  await grant('group', 'Nurses, Ward 4', 'nurse', 'The ward');
  await grant('group', 'Pharmacy', 'pharmacist', 'The pharmacy');
  await grant('group', 'Ward leads', 'admin', 'They run it');
}

async function addPermissions(
  client: Client,
  application: string,
  catalogue: Readonly<Record<string, string>>,
  made: Made,
): Promise<void> {
  for (const [name, title] of Object.entries(catalogue))
    made.permissions.set(
      name,
      (await client.permissions.create({ params: { application }, body: { name, title } })).id,
    );
}

function roleMaker(client: Client, application: string, { roles, permissions }: Made) {
  return async (name: string, title: string, own: readonly string[], includes: readonly string[] = []) => {
    const body = {
      name,
      title,
      permissions: own.map((it) => idOf(permissions, it)),
      includes: includes.map((it) => idOf(roles, `${application}/${it}`)),
    };
    roles.set(`${application}/${name}`, (await client.roles.create({ params: { application }, body })).id);
  };
}

function granter(client: Client, application: string, made: Made) {
  return async (kind: 'user' | 'group', to: string, what: string, reason: string, ends?: number) => {
    if (what === 'admin') {
      const { items } = await client.roles.list({ params: { application }, query: { q: 'admin' } });
      made.roles.set(`${application}/admin`, items.find(({ name }) => name === 'admin')?.id ?? '');
    }
    const role = made.roles.get(`${application}/${what}`);
    const gives = role
      ? ({ kind: 'role', id: role } as const)
      : ({ kind: 'permission', id: idOf(made.permissions, what) } as const);
    const principal = { kind, id: idOf(kind === 'user' ? made.users : made.groups, to) };
    await client.grants.create({
      params: { application },
      body: { principal, gives, reason, ...(ends ? { ends: new Date(ends).toISOString() } : {}) },
    });
  };
}

function idOf(map: ReadonlyMap<string, string>, name: string): string {
  const id = map.get(name);
  if (id === undefined) throw new Error(`Nothing is called ${name}.`);
  return id;
}
