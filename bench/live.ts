// Measures the time from an approval to its arrival in 1,000 open tabs, and from a revocation to the refusal by an API. Runs over HTTP
// against a real Licet.
// npx node bench/live.ts
import { readFileSync } from 'node:fs';
import { AccessRefused, createVerifier, type Verifier } from '@licet/api';
import * as openid from 'openid-client';
import { removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';
import { newDpopKey } from '../packages/api/src/dpop.testing.ts';
import { authorize, Browser, redirectUri } from '../packages/server/src/identity/steps/sign-in.testing.ts';
import { Tab } from './live-tabs.ts';

const affected = { users: 10, tabs: 10 };
const others = { users: 18, tabs: 50 };
const approvals = 30;
const grants = 8;
const revocations = 200;
const target = 1000; // Milliseconds, at the 99th percentile.
const password = 'maple kettle drifts over sand';
const params = { application: 'ledger' };
const api = 'http://localhost:5996';

interface Member {
  readonly id: string;
  readonly tabs: Tab[];
  readonly grants: { readonly id: string; readonly permission: string }[];
}

const licet = await startLicet({ environment: withAdministrator });
const { operator, url: issuer } = licet;
let verifier: Verifier | undefined;
const rows: Record<string, string | number>[] = [];
try {
  const permissions = new Map<string, string>();
  const permissionsOf = (kind: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${kind}.${index}`);
  const all = [
    ...permissionsOf('asked', approvals),
    ...permissionsOf('given', grants),
    ...permissionsOf('taken', revocations),
    'read',
  ];
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  for (const name of all) permissions.set(name, (await operator.permissions.create({ params, body: { name } })).id);
  const browser = { name: 'Web', kind: 'browser' as const, redirectUris: [redirectUri] };
  const clientId = (await operator.clients.create({ params, body: browser })).client.id;
  const service = await operator.clients.create({ params, body: { name: 'API', kind: 'service' } });
  const { id: crew } = await operator.groups.create({ body: { name: 'crew' } });
  const give = async (kind: 'user' | 'group', id: string, permission: string) => {
    const gives = { kind: 'permission' as const, id: permissions.get(permission) ?? '' };
    return (await operator.grants.create({ params, body: { principal: { kind, id }, gives } })).id;
  };
  const config = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  const join = async (username: string) => {
    const { id } = await operator.users.create({ body: { username, name: username } });
    const link = await operator.users.passwordLink({ params: { user: id } });
    await operator.passwords.set({ body: { token: new URL(link.url).hash.slice('#token='.length), password } });
    await give('user', id, 'read');
    const own = new Browser(issuer);
    const tab = async () => {
      const { callback, verifier } = await authorize({ issuer }, config, own, username, { password });
      const code = callback.searchParams.get('code') ?? '';
      const opened = new Tab({ issuer, clientId, key: await newDpopKey() });
      const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
      await opened.obtain(form);
      return opened;
    };
    return { id, tab };
  };

  const since = performance.now();
  const members: Member[] = [];
  const background: Tab[] = [];
  for (let index = 0; index < affected.users; index += 1) {
    const { id, tab } = await join(`member-${index}`);
    await operator.groups.addMember({ params: { group: crew, member: id } });
    const own: Member = { id, tabs: [], grants: [] };
    for (let taken = index; taken < revocations; taken += affected.users)
      own.grants.push({ id: await give('user', id, `taken.${taken}`), permission: `taken.${taken}` });
    while (own.tabs.length < affected.tabs) own.tabs.push(await tab());
    members.push(own);
  }
  for (let index = 0; index < others.users; index += 1) {
    const { tab } = await join(`other-${index}`);
    const opened = await tab();
    background.push(...Array.from({ length: others.tabs }, () => opened.twin()));
  }
  const tabs = members.flatMap((member) => member.tabs);
  const before = residentOf(licet.pid);
  const everybody = [...tabs, ...background];
  for (let start = 0; start < everybody.length; start += 20)
    await Promise.all(everybody.slice(start, start + 20).map((tab) => tab.open()));
  await pause(2000);
  const after = residentOf(licet.pid);
  console.log(
    `${everybody.length} tabs are open, ${((performance.now() - since) / 1000).toFixed(0)} s after the start.`,
  );
  verifier = createVerifier({
    issuer,
    audience: 'ledger',
    publicUrl: api,
    client: { id: service.client.id, secret: service.secret ?? '' },
  });
  await verifier.ready();
  while (!verifier.connected) await pause(10);

  const change = async (concerned: readonly Tab[], permission: string, make: () => Promise<unknown>) => {
    const notifications = concerned.map((tab) => tab.next((held) => held.includes(permission)));
    const sent = performance.now();
    await make();
    const replied = performance.now();
    const heard = await Promise.all(notifications);
    await Promise.all(concerned.map((tab) => tab.idle()));
    return heard.map(({ version, token }) => ({ sent, replied, version, token }));
  };
  const one: Awaited<ReturnType<typeof change>> = [];
  for (let round = 0; round < approvals; round += 1) {
    const member = members[round % members.length];
    const asking = member?.tabs[0];
    if (!member || !asking) continue;
    const permission = `asked.${round}`;
    const request = await ask(asking, permission);
    one.push(
      ...(await change(member.tabs, permission, () => operator.requests.approve({ params: { request }, body: {} }))),
    );
  }
  report(`approval, ${affected.tabs} tabs of one user`, one);
  const many: typeof one = [];
  for (let round = 0; round < grants; round += 1)
    many.push(...(await change(tabs, `given.${round}`, () => give('group', crew, `given.${round}`))));
  report(`grant to a group, ${tabs.length} tabs`, many);

  const refused: { sent: number; replied: number }[] = [];
  for (let round = 0; round < revocations; round += 1) {
    const member = members[round % members.length];
    const { id: grant = '', permission = '' } = member?.grants.shift() ?? {};
    const tab = member?.tabs[0];
    if (!member || !tab) continue;
    const token = tab.access;
    await verifier.requirePermission(await request(token, tab), permission);
    const notifications = member.tabs.map((each) => each.next((held) => !held.includes(permission)));
    const sent = performance.now();
    let replied = Number.NaN;
    const made = operator.grants.revoke({ params: { ...params, grant } }).then(() => {
      replied = performance.now();
    });
    let at = Number.NaN;
    while (Number.isNaN(at)) {
      if (await isCutOff(verifier.verify(await request(token, tab)))) at = performance.now();
      else await pause(1);
      if (performance.now() - sent > 30_000)
        throw new Error('A token is still accepted 30 s after its grant was revoked.');
    }
    await made;
    refused.push({ sent: at - sent, replied: Math.max(0, at - replied) });
    await Promise.all(notifications);
    await Promise.all(member.tabs.map((each) => each.idle()));
  }
  row(
    `revocation to refusal by @licet/api, from its sending`,
    refused.map(({ sent }) => sent),
  );
  row(
    `revocation to refusal by @licet/api, from its reply`,
    refused.map(({ replied }) => replied),
    target,
  );
  console.table(rows);
  const perTab = (after - before) / everybody.length;
  console.log(
    `Memory of the server: ${(before / 1024).toFixed(0)} MiB before, ${(after / 1024).toFixed(0)} MiB with the tabs: ${perTab.toFixed(0)} KiB a tab.`,
  );
  console.log(
    `${((performance.now() - since) / 1000).toFixed(0)} s; server, database and tabs share this machine's processors.`,
  );
} finally {
  await verifier?.close();
  await licet.stop();
  removeDataDirectory(licet.dataDirectory);
}
process.exit();

function report(
  name: string,
  found: readonly { sent: number; replied: number; version: number; token: number }[],
): void {
  row(
    `${name}: told, from the reply`,
    found.map(({ replied, version }) => Math.max(0, version - replied)),
  );
  row(
    `${name}: new token, from the sending`,
    found.map(({ sent, token }) => token - sent),
  );
  row(
    `${name}: new token, from the reply`,
    found.map(({ replied, token }) => Math.max(0, token - replied)),
    target,
  );
}

function row(what: string, times: number[], bound?: number): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
  const [p50, p99] = [at(0.5), at(0.99)];
  rows.push({
    what,
    n: times.length,
    'p50 ms': p50,
    'p99 ms': p99,
    'most ms': at(1),
    target: bound === undefined ? '' : p99 < bound ? `under ${bound}: yes` : `under ${bound}: NO`,
  });
}

/** Sends a request to an API server, with a token that is bound to the tab's key. */
async function request(token: string, { key }: Tab) {
  const dpop = await key.proof({ url: `${api}/invoices`, token });
  return { method: 'GET', url: '/invoices', headers: { authorization: `DPoP ${token}`, dpop } };
}

async function isCutOff(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return false;
  } catch (error) {
    if (error instanceof AccessRefused && error.reason === 'cut-off') return true;
    throw error;
  }
}

async function ask({ access, key }: Tab, permission: string): Promise<string> {
  const url = `${issuer}/api/v1/requests`;
  const dpop = await key.proof({ method: 'POST', url, token: access });
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `DPoP ${access}`, dpop, 'content-type': 'application/json' },
    body: JSON.stringify({ application: 'ledger', permission, reason: 'Needed now.', seconds: 3600 }),
  });
  if (response.status !== 201)
    throw new Error(`A request was answered with ${response.status} ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

/** Resident memory of a process in KiB. */
function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
