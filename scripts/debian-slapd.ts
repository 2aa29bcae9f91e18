// An LDAP directory for tests. Uses Debian's OpenLDAP if it is installed or can be installed. The server runs as the user of the tests, on
// free ports and in its own folder, with the entries of a file. It does not affect the machine's own slapd.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackages } from './debian-packages.ts';
import { freePort } from './free-port.ts';
import { type Program, startProgram } from './program.ts';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** The certificate of the authority that signed the server certificate. */
  readonly authority: string;
}

/** A running LDAP directory. */
export interface Slapd {
  readonly port: number;
  readonly tlsPort: number;
  readonly authority: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Suspends the server. A suspended server accepts connections and sends no responses. */
  freeze(): void;
  thaw(): void;
  /** Restarts the server with another certificate. */
  renew(other: Certificate): Promise<void>;
  close(): Promise<void>;
}

/** Lines of slapd.conf with limits for all users, and for some DNs. */
interface Limits {
  readonly all: string;
  readonly some: readonly string[];
}

const slapd = '/usr/sbin/slapd';
const modules = '/usr/lib/ldap';
export const suffix = 'dc=corp,dc=example';
export const manager = { dn: `cn=manager,${suffix}`, password: 'the manager of the test' };

/** Returns the reason why slapd is missing, or undefined. */
export const missing = (): string | undefined =>
  isThere() ? undefined : 'there is no slapd on this machine, or no openssl (apt-get install slapd openssl)';

/** Installs slapd from the distribution’s packages if it is missing and the user has the permission. Returns the same as `missing`. */
export function missingStill(): string | undefined {
  return missing() === undefined || install() ? undefined : `${missing()}, and it cannot be installed`;
}

/**
 * Starts an LDAP directory with LDIF entries, PEM certificates, additional lines of a schema, and limits. An authority must have signed the
 * certificate for `localhost`.
 */
export async function startSlapd(
  ldif: string,
  {
    certificate = certificateOf('localhost'),
    schema = [],
    limits = usual,
  }: { readonly certificate?: Certificate; readonly schema?: readonly string[]; readonly limits?: Limits } = {},
): Promise<Slapd> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-slapd-'));
  chmodSync(folder, 0o700);
  mkdirSync(join(folder, 'data'));
  for (const [name, text] of Object.entries({
    'entries.ldif': ldif,
    'key.pem': certificate.key,
    'cert.pem': certificate.cert,
  }))
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  const configuration = join(folder, 'slapd.conf');
  writeFileSync(configuration, configurationIn(folder, schema, limits));
  const account = accountOf();
  for (const name of ['', 'data', 'entries.ldif', 'key.pem', 'cert.pem', 'slapd.conf'])
    if (account) chownSync(join(folder, name), account.uid, account.gid);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const add = spawnSync('/usr/sbin/slapadd', ['-q', '-f', configuration, '-l', join(folder, 'entries.ldif')], {
    ...account,
    encoding: 'utf8',
  });
  if (add.status !== 0) throw new Error(`slapadd: ${add.stderr}${add.stdout}`);
  let running: Program | undefined;
  const addresses = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${tlsPort}/`;
  const start = async () => {
    const command = [slapd, '-f', configuration, '-h', addresses, '-d', 'none'] as const;
    running = await startProgram('slapd', command, { ...account, ready: () => answers(tlsPort) });
  };
  const stop = async (): Promise<void> => running?.stop();
  await start();
  return {
    port,
    tlsPort,
    authority: certificate.authority,
    start,
    stop,
    freeze: () => running?.kill('SIGSTOP'),
    thaw: () => running?.kill('SIGCONT'),
    renew: async (other) => {
      await stop();
      // Overwrites the files, because overwritten files keep their owner.
      writeFileSync(join(folder, 'key.pem'), other.key);
      writeFileSync(join(folder, 'cert.pem'), other.cert);
      await start();
    },
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a certificate for a name, and the authority that signed the certificate. */
export function certificateOf(name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'licet-certificate-'));
  const at = (file: string) => join(folder, file);
  const openssl = (...args: readonly string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8', cwd: folder });
    if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  try {
    openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '90',
      '-subj',
      '/CN=An authority of tests',
    );
    openssl('req', ...key, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', `/CN=${name}`);
    writeFileSync(at('names'), `subjectAltName=DNS:${name}\n`);
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '90', '-extfile', 'names'];
    openssl('x509', '-req', '-in', 'request.pem', '-out', 'cert.pem', ...signed);
    const read = (file: string) => spawnSync('cat', [at(file)], { encoding: 'utf8' }).stdout;
    return { key: read('key.pem'), cert: read('cert.pem'), authority: read('ca.pem') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const usual: Limits = { all: 'sizelimit size.soft=500 size.hard=500 size.prtotal=unlimited', some: [] };

function configurationIn(folder: string, schema: readonly string[], { all, some }: Limits): string {
  const schemas = ['core', 'cosine', 'nis', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`);
  return [
    ...schemas,
    ...schema,
    `modulepath ${modules}`,
    ...['back_mdb', 'memberof', 'ppolicy'].map((name) => `moduleload ${name}`),
    `pidfile ${folder}/pid`,
    `TLSCertificateFile ${folder}/cert.pem`,
    `TLSCertificateKeyFile ${folder}/key.pem`,
    all,
    'allow bind_v2',
    'database mdb',
    'maxsize 268435456',
    `suffix "${suffix}"`,
    `rootdn "${manager.dn}"`,
    `rootpw "${manager.password}"`,
    `directory ${folder}/data`,
    'dbnosync',
    ...some,
    'index objectClass,uid,mail,member,entryUUID eq',
    'access to attrs=userPassword by anonymous auth by * none',
    'access to * by dn.base="cn=licet,ou=services,dc=corp,dc=example" read by self read by users search by anonymous auth by * none',
    'overlay memberof',
    'overlay ppolicy',
    `ppolicy_default "cn=usual,ou=policies,${suffix}"`,
    '',
  ].join('\n');
}

// Never returns root. Debian's package creates a user for slapd.
function accountOf(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'openldap'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function install(): boolean {
  installDebianPackages('slapd', 'openssl');
  return isThere();
}

const isThere = () => existsSync(slapd) && spawnSync('openssl', ['version'], { stdio: 'ignore' }).status === 0;

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
}
