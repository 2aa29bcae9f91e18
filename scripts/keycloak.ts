// Exports a realm of a real Keycloak. Downloads Keycloak from Maven (org.keycloak:keycloak-quarkus-dist) into the machine's temporary
// folder. Needs Java 17 or later.
// Usage: npx node scripts/keycloak.ts FILE
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

export const keycloakVersion = '26.7.3';
/** The passwords of the realm's users, by username. */
export const passwords = {
  ada: 'pbkdf2 with sha one',
  bob: 'short1',
  cleo: 'pbkdf2 mit längerem ſchluß',
  dora: 'argon2 is the default',
  'eve@example.org': 'argon2 and a phone',
  frank: 'disabled but had one',
  henry: 'temporary',
};
/** The secret of Eve's authenticator app. In old exports, the text itself is the key. */
export const appSecret = 'kq3WJqUIeRDMSH9dWwZY';
const port = 18_099;
const address = `http://127.0.0.1:${port}`;
const keptMembers = [
  'id',
  'realm',
  'enabled',
  'roles',
  'groups',
  'defaultRole',
  'passwordPolicy',
  'users',
  'keycloakVersion',
];
const administrator = { username: 'root', password: 'the administrator of the test' };

/** Returns the reason why Keycloak cannot run here, or undefined. */
export function missing(): string | undefined {
  for (const program of ['java', 'mvn', 'unzip'])
    if (spawnSync(program, ['-version']).error) return `there is no ${program} on this machine`;
  return undefined;
}

/** Calls Keycloak's administration API. Returns the response, or the id of the created object. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

export interface Keycloak {
  readonly address: string;
  /** The process group of Keycloak. */
  readonly group: number;
  readonly ask: Ask;
  exportTo(file: string): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  /** The folder of the Keycloak installation. */
  readonly folder?: string;
  /** Options of the JVM, in addition to Keycloak's own options. */
  readonly java?: string;
  /** The PostgreSQL database of Keycloak, such as `127.0.0.1:5432/keycloak`. Without it, Keycloak uses files. */
  readonly database?: string;
  /** Further arguments of `kc.sh start`. */
  readonly more?: readonly string[];
}

/**
 * Starts an empty Keycloak. `ask` calls its administration API. `exportTo` stops Keycloak and writes a realm with its users. `kc.sh build`
 * runs once, so that neither the start nor the export repeats it. Without `java`, the JVM compiles fast instead of optimising, because most
 * of the code runs only once.
 */
export async function startKeycloak({
  folder = join(tmpdir(), 'licet-keycloak'),
  java = '-XX:TieredStopAtLevel=1',
  database,
  more = [],
}: Options = {}): Promise<Keycloak> {
  const home = install(folder);
  const env = {
    ...process.env,
    JAVA_OPTS_APPEND: java,
    KC_BOOTSTRAP_ADMIN_USERNAME: administrator.username,
    KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
    ...(database && { KC_DB_URL: `jdbc:postgresql://${database}`, KC_DB_USERNAME: 'licet', KC_DB_PASSWORD: 'none' }),
  };
  const program = join(home, 'bin/kc.sh');
  const kind = database ? 'postgres' : 'dev-file';
  const built = join(home, 'built');
  if (!existsSync(built) || readFileSync(built, 'utf8') !== kind)
    execFileSync(program, ['build', `--db=${kind}`], { env, stdio: 'ignore' });
  writeFileSync(built, kind);
  rmSync(join(home, 'data'), { recursive: true, force: true });
  const args = [
    'start',
    '--optimized',
    '--cache=local',
    '--http-enabled=true',
    `--http-port=${port}`,
    '--hostname-strict=false',
    ...more,
  ];
  const server = spawn(program, args, { env, stdio: 'ignore', detached: true });
  const { pid: group } = server;
  if (group === undefined) throw new Error(`${program} could not be started.`);
  // The start script ends before Keycloak does. The database may be opened again only after all processes of Keycloak have ended.
  const runs = () => {
    try {
      return process.kill(-group, 0);
    } catch {
      return false;
    }
  };
  const stop = async () => {
    if (runs()) process.kill(-group, 'SIGTERM');
    while (runs()) await wait(200);
  };
  try {
    // By default, tokens are valid for one minute, which is too short for a few calls on a busy machine.
    await asking(await signIn())('PUT', '/master', { accessTokenLifespan: 3600 });
    const ask = asking(await signIn());
    const exportTo = async (file: string) => {
      await stop();
      execFileSync(program, ['export', '--optimized', '--realm=acme', `--file=${file}`], { env, stdio: 'ignore' });
    };
    return { address, group, ask, exportTo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a Keycloak, creates the realm, stops the Keycloak, and exports the realm with its users. */
async function exportRealm(file: string): Promise<void> {
  const keycloak = await startKeycloak();
  try {
    await makeRealm(keycloak.ask);
    await keycloak.exportTo(file);
  } finally {
    await keycloak.stop();
  }
}

function install(folder: string): string {
  const home = join(folder, `keycloak-${keycloakVersion}`);
  if (existsSync(join(home, 'bin/kc.sh'))) return home;
  mkdirSync(folder, { recursive: true });
  const artifact = `org.keycloak:keycloak-quarkus-dist:${keycloakVersion}:zip`;
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  execFileSync('mvn', ['-q', '-B', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], { stdio: 'ignore' });
  execFileSync('unzip', ['-q', '-o', join(folder, `keycloak-quarkus-dist-${keycloakVersion}.zip`), '-d', folder]);
  return home;
}

async function signIn(): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...administrator });
  for (let round = 0; round < 300; round += 1) {
    const answer = await fetch(`${address}/realms/master/protocol/openid-connect/token`, { method: 'POST', body })
      .then(async (response) => (response.ok ? response.json() : undefined))
      .catch(() => undefined);
    if (answer) return answer.access_token;
    await wait(2000);
  }
  throw new Error('Keycloak did not start within ten minutes.');
}

function asking(token: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(`${address}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? response.headers.get('location')?.split('/').at(-1) : JSON.parse(text);
  };
}

export async function makeRealm(ask: Ask): Promise<void> {
  const composite = (realm: readonly string[], client: Readonly<Record<string, readonly string[]>> = {}) => ({
    composite: true,
    composites: { realm, client },
  });
  await ask('POST', '', {
    realm: 'acme',
    enabled: true,
    roles: {
      realm: [
        { name: 'employee', description: 'Everybody who works here' },
        { name: 'manager', ...composite(['employee'], { 'ledger-api': ['viewer'] }) },
        { name: 'admin', description: 'Administers everything' },
        { name: 'Admin', description: 'Of before' },
      ],
      client: {
        'ledger-api': [
          { name: 'viewer', description: 'May look' },
          { name: 'editor', ...composite([], { 'ledger-api': ['viewer'] }) },
          { name: 'admin' },
        ],
        Wiki_App: [{ name: 'author' }],
      },
    },
    clients: [
      { clientId: 'ledger-api', name: 'Ledger', publicClient: false },
      { clientId: 'Wiki_App', publicClient: false },
      { clientId: 'spa', publicClient: true },
      { clientId: 'batch', publicClient: false, serviceAccountsEnabled: true },
    ],
    groups: [
      {
        name: 'Finance',
        realmRoles: ['manager'],
        subGroups: [{ name: 'Payable', clientRoles: { 'ledger-api': ['editor'] } }],
      },
      { name: 'Engineering', subGroups: [{ name: 'Platform' }] },
      { name: 'Sales', subGroups: [{ name: 'Platform', attributes: { floor: ['3'] } }] },
    ],
  });
  await ask('PUT', '/acme/users/profile', {
    ...((await ask('GET', '/acme/users/profile')) as object),
    unmanagedAttributePolicy: 'ENABLED',
  });
  const add = async (algorithm: string, username: string, more: object = {}) => {
    const hashing = algorithm === 'argon2' ? '' : ' and hashIterations(20000)';
    await ask('PUT', '/acme', { passwordPolicy: `hashAlgorithm(${algorithm})${hashing}` });
    const value = passwordOf(username);
    const credentials = value ? [{ type: 'password', value, temporary: username === 'henry' }] : [];
    const person = { username, enabled: true, credentials, ...more };
    return ask('POST', '/acme/users', person);
  };
  const named = (firstName: string, lastName: string) => ({
    firstName,
    lastName,
    email: `${firstName.toLowerCase()}@example.org`,
  });
  const ada = await add('pbkdf2', 'ada', {
    ...named('Ada', 'Lovelace'),
    emailVerified: true,
    groups: ['/Finance/Payable'],
    attributes: { department: ['Analytics'], phone: ['1'] },
  });
  const bob = await add('pbkdf2-sha256', 'bob', { ...named('Bob', 'Builder'), groups: ['/Sales/Platform'] });
  await add('pbkdf2-sha512', 'cleo', { ...named('Cleo', 'Patra'), groups: ['/Engineering/Platform'] });
  const dora = await add('argon2', 'dora', named('Dora', 'Dachs'));

  await add('argon2', 'frank', { ...named('Frank', 'Former'), enabled: false });
  await add('argon2', 'gina', { firstName: 'Gina' });
  await add('argon2', 'henry', named('Henry', 'Hall'));
  await ask('POST', '/acme/partialImport', {
    ifResourceExists: 'OVERWRITE',
    users: [withApp('eve@example.org', {}), withApp('ivan', { digits: 8, algorithm: 'HmacSHA256' })],
  });
  const list = async (path: string) => (await ask('GET', path)) as readonly { id: string; name: string }[];
  const roles = Object.fromEntries((await list('/acme/roles')).map((role) => [role.name, role]));
  const [wiki] = await list('/acme/clients?clientId=Wiki_App');
  const [author] = await list(`/acme/clients/${wiki?.id}/roles`);
  await ask('POST', `/acme/users/${ada}/role-mappings/realm`, [roles.admin]);
  await ask('POST', `/acme/users/${bob}/role-mappings/realm`, [roles.manager, roles.Admin]);
  await ask('POST', `/acme/users/${dora}/role-mappings/clients/${wiki?.id}`, [author]);
}

/** Returns a user with an authenticator app in the export format, because Keycloak has no call that creates such a user. */
function withApp(username: string, { digits = 6, algorithm = 'HmacSHA1' }): object {
  const password = passwordOf(username);
  const app = {
    type: 'otp',
    userLabel: 'phone',
    secretData: JSON.stringify({ value: appSecret }),
    credentialData: JSON.stringify({ subType: 'totp', digits, counter: 0, period: 30, algorithm }),
  };
  return {
    username,
    email: username.includes('@') ? username : undefined,
    emailVerified: true,
    enabled: true,
    firstName: username.includes('@') ? 'Eve' : 'Ivan',
    lastName: 'Example',
    credentials: [...(password ? [{ type: 'password', value: password }] : []), app],
  };
}

const passwordOf = (username: string): string | undefined => (passwords as Record<string, string>)[username];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file = 'realm.json'] = process.argv.slice(2);
  const why = missing();
  if (why) throw new Error(`No Keycloak: ${why}.`);
  await exportRealm(file);
  const whole = JSON.parse(readFileSync(file, 'utf8'));
  // Removes settings, keys and secrets of the realm. They are half of the file and irrelevant here.
  const kept = Object.entries(whole).filter(([key]) => keptMembers.includes(key));
  const clients = whole.clients.map(
    ({ clientId, name, publicClient, serviceAccountsEnabled }: Record<string, unknown>) => ({
      clientId,
      name,
      publicClient,
      serviceAccountsEnabled,
    }),
  );
  writeFileSync(file, `${JSON.stringify({ ...Object.fromEntries(kept), clients }, undefined, 1)}\n`);
  process.stdout.write(`Exported into ${file}.\n`);
}
