// Measures thousands of open tabs over HTTP against a real Licet. Prints the memory of the server per tab, and the time from an approval to
// its arrival in the user's tabs.
// npx node bench/tabs.ts [streams, 10000]. Targets: 50 KiB per tab, p99 of 1 s. Linux only, because it reads /proc. The process needs descriptors for twice as many sockets: ulimit -n 25000.
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@licet/contract';
import * as openid from 'openid-client';
import { removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';
import { signIn } from '../examples/ledger/sample/sign-in.ts';

const streamCount = Math.min(Number(process.argv[2] ?? 10_000), limits.liveStreamsMax.value);
/** The maximum number of streams per user. */
const tabsOfOne = 50;
const approvals = 40;
const params = { application: 'ledger' };
const redirectUri = 'http://localhost:5997/callback';
const password = 'maple kettle drifts over sand';

const licet = await startLicet({ environment: withAdministrator });
const { operator, url: issuer } = licet;
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
try {
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const browser = { name: 'Web', kind: 'browser' as const, redirectUris: [redirectUri] };
  const clientId = (await operator.clients.create({ params, body: browser })).client.id;
  const config = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  const users: string[] = [];
  let opened = 0;
  // Opens and closes some streams first. The memory that only the first streams allocate then does not count as memory
  // of a tab.
  const first = await member(0);
  const warm = await Promise.all(Array.from({ length: 20 }, () => open(first.access)));
  for (const stream of warm) stream.destroy();
  const tokens: string[] = [];
  for (let index = 1; index <= Math.ceil(streamCount / tabsOfOne); index += 1) {
    const { id, access } = await member(index);
    users.push(id);
    tokens.push(access);
  }
  await pause(3000);
  const before = residentOf(licet.pid);
  const heard = new Map<string, number[]>();
  const start = performance.now();
  for (const [index, access] of tokens.entries()) {
    const here = Math.min(tabsOfOne, streamCount - opened);
    const streams = await Promise.all(Array.from({ length: here }, () => open(access)));
    for (const stream of streams)
      stream.on('data', (text: string) => {
        if (text.includes('event: version')) heard.get(users[index] ?? '')?.push(performance.now());
      });
    opened += here;
  }
  const took = (performance.now() - start) / 1000;
  await pause(5000);
  const each = (residentOf(licet.pid) - before) / opened;
  console.log(`streams open            ${opened}, ${Math.round(opened / took)} a second`);
  console.log(
    `memory of the server    ${each.toFixed(1)} KiB a stream   (target 50; ${Math.round(before / 1024)} MiB before)`,
  );

  const times: number[] = [];
  for (let round = 0; round < approvals; round += 1) {
    const id = users[Math.floor((round * users.length) / approvals)] ?? '';
    const here = Math.min(tabsOfOne, opened - users.indexOf(id) * tabsOfOne);
    const { id: permission } = await operator.permissions.create({ params, body: { name: `given.${round}` } });
    const at: number[] = [];
    heard.set(id, at);
    const gives = { kind: 'permission' as const, id: permission };
    const sent = performance.now();
    await operator.grants.create({ params, body: { principal: { kind: 'user', id }, gives } });
    for (let waited = 0; at.length < here && waited < 10_000; waited += 10) await pause(10);
    if (at.length < here) throw new Error(`${here - at.length} of ${here} tabs were not notified within 10 seconds.`);
    times.push(...at.map((it) => it - sent));
    heard.delete(id);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const share = (part: number) => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN);
  console.log(
    `an approval reaches     p50 ${share(0.5)} ms, p99 ${share(0.99)} ms of ${times.length} tabs   (target 1000; told, from the sending)`,
  );

  async function member(index: number): Promise<{ id: string; access: string }> {
    const login = `member-${index}`;
    const { id } = await operator.users.create({ body: { username: login, name: login } });
    const link = await operator.users.passwordLink({ params: { user: id } });
    await operator.passwords.set({ body: { token: new URL(link.url).hash.slice('#token='.length), password } });
    const { access_token: access } = await signIn(config, { issuer, clientId, redirectUri, login, password });
    return { id, access };
  }
} finally {
  agent.destroy();
  await licet.stop();
  removeDataDirectory(licet.dataDirectory);
}
process.exit();

function open(token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = get(`${issuer}/api/v1/live`, { agent, headers }, (answer) => {
      answer.setEncoding('utf8').on('error', () => undefined);
      answer.resume();
      if (answer.statusCode === 200) resolve(answer);
      else reject(new Error(`A stream was answered with ${answer.statusCode}.`));
    });
    asked.on('error', reject);
  });
}

function residentOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
