// Measures calls of the API on real data over HTTP, with 10 clients. Prints p50, p95 and calls per second. Target: p95 of 30 ms or less.
import { readFileSync } from 'node:fs';
import { consoleClientId } from '@licet/contract';
import autocannon from 'autocannon';
import * as openid from 'openid-client';
import { administrator, removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';
import { realData } from '../e2e/shared.ts';
import { signIn } from '../examples/ledger/sample/sign-in.ts';

if (!realData.folder) {
  console.log(`Nothing measured: ${realData.missing}.`);
  process.exit(0);
}
const seconds = Number(process.argv[2] ?? 5);
const licet = await startLicet({ environment: withAdministrator });
try {
  await licet.operator.applications.create({ body: { id: 'americas', name: 'Americas' } });
  const text = readFileSync(`${realData.folder}americas_small.tsv`, 'utf8');
  const importing = performance.now();
  await (
    await licet.operator.access.import({
      params: { application: 'americas' },
      query: { kind: 'permissions' },
      body: text,
    })
  ).text();
  console.log(`import of 105,205 pairs   ${((performance.now() - importing) / 1000).toFixed(2)} s   (target 10 s)`);
  const exporting = performance.now();
  const { length } = await (await licet.operator.access.export({ params: { application: 'americas' } })).text();
  console.log(
    `export of the same        ${((performance.now() - exporting) / 1000).toFixed(2)} s, ${length.toLocaleString('en')} bytes   (target 3 s)`,
  );

  const config = await openid.discovery(new URL(licet.url), consoleClientId, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  const access = await signIn(config, {
    issuer: licet.url,
    clientId: consoleClientId,
    redirectUri: `${licet.url}/callback`,
    login: administrator.email,
    password: administrator.password,
  });
  const users = (await licet.operator.users.list({ query: { limit: 200 } })).items;
  const anyone = (index: number) => users[(index * 37) % users.length];
  const permission = (index: number) => `p${1 + ((index * 53) % 1587)}`;
  const paths: Record<string, (index: number) => string> = {
    'list of users': () => '/users?limit=50',
    'users by last sign-in': () => '/users?sort=-lastSignInAt&limit=50',
    'search for users': (index) => `/users?q=${anyone(index)?.username}`,
    'list of permissions': () => '/applications/americas/permissions?limit=50',
    'list of grants': () => '/applications/americas/grants?limit=50&sort=principal',
    'search for grants': (index) => `/applications/americas/grants?q=${anyone(index)?.username}`,
    'palette search': (index) => `/search?q=u${index % 300}`,
    'effective access': (index) => `/applications/americas/access/${anyone(index)?.id}?limit=50`,
    'one decision': (index) =>
      `/applications/americas/decision?user=${anyone(index)?.username}&permission=${permission(index)}`,
    'holders of a permission': (index) => `/applications/americas/holders?permission=${permission(index)}`,
  };
  console.log(
    `\n${'at 10 clients'.padEnd(26)}${'p50 ms'.padStart(8)}${'p97.5'.padStart(8)}${'a second'.padStart(10)}${'failed'.padStart(8)}`,
  );
  for (const [name, path] of Object.entries(paths)) {
    const requests = Array.from({ length: 500 }, (_, index) => ({
      method: 'GET' as const,
      path: `/api/v1${path(index)}`,
    }));
    const result = await autocannon({
      url: licet.url,
      connections: 10,
      duration: seconds,
      requests,
      headers: { authorization: `Bearer ${access.access_token}` },
    });
    const { p50, p97_5 } = result.latency;
    console.log(
      `${name.padEnd(26)}${String(p50).padStart(8)}${String(p97_5).padStart(8)}${String(Math.round(result.requests.average)).padStart(10)}${String(result.non2xx + result.errors).padStart(8)}`,
    );
  }
  console.log('Milliseconds; the 97.5th percentile is never below the 95th, at which the target stands.');
} finally {
  await licet.stop();
  removeDataDirectory(licet.dataDirectory);
}
