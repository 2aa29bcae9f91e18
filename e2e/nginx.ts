import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { installDebianPackages } from '../scripts/debian-packages.ts';
import { certificateOf } from '../scripts/debian-slapd.ts';
import { freePort } from '../scripts/free-port.ts';
import { startProgram } from '../scripts/program.ts';

/** A running nginx with the recipe of deploy/proxy in front of a Licet. */
export interface Nginx {
  readonly plainPort: number;
  readonly port: number;
  /** The certificate of the authority that signed nginx's certificate. */
  readonly authority: string;
  /** Opens an HTTP/2 connection from an address of this machine. */
  readonly session: (from?: string) => ClientHttp2Session;
  /** Requests a stream, and collects the received data. */
  readonly stream: (path: string, headers: OutgoingHttpHeaders) => { heard(): string; close(): void };
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const program = '/usr/sbin/nginx';

/** Whether this machine has IPv6. Without it, no proxy can listen on `::`. */
export const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

/**
 * Returns the reason why nginx is not available, or undefined. First installs nginx if missing and if the user has the
 * permission.
 */
export function nginxMissing(): string | undefined {
  if (!existsSync(program)) installDebianPackages('nginx-light');
  return existsSync(program) ? undefined : 'there is no nginx on this machine (apt-get install nginx-light)';
}

export interface NginxOptions {
  /** The TLS port. The default is a free port. */
  readonly port?: number;
  /** Changes the recipe before the ports and files of the test are inserted. */
  readonly change?: (recipe: string) => string;
}

/** Starts nginx for a host name, in front of a Licet at a port of this machine. */
export async function startNginx(name: string, licetPort: number, options: NginxOptions = {}): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-nginx-'));
  const [plainPort, port] = [await freePort(), options.port ?? (await freePort())];
  const { cert, key, authority } = certificateOf(name);
  writeFileSync(join(folder, 'fullchain.pem'), cert);
  writeFileSync(join(folder, 'privkey.pem'), key, { mode: 0o600 });
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, { plainPort, port, licetPort }, options.change));
  const command = [program, '-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')] as const;
  const { stop } = await startProgram('nginx', command, { folder, ready: () => answers(plainPort) });
  const session = (from?: string) =>
    connect(`https://${name}`, {
      createConnection: () =>
        connectTls({
          host: from?.includes(':') ? '::1' : '127.0.0.1',
          port,
          servername: name,
          ca: authority,
          ALPNProtocols: ['h2'],
          ...(from && { localAddress: from }),
        }),
    });
  return {
    plainPort,
    port,
    authority,
    session,
    stream: (path, headers) => {
      const opened = session();
      let heard = '';
      opened
        .request({ ':path': path, ...headers })
        .setEncoding('utf8')
        .on('data', (text: string) => {
          heard += text;
        });
      return { heard: () => heard, close: () => opened.destroy() };
    },
    stop,
  };
}

export async function overHttp2(
  nginx: Nginx,
  path: string,
  headers: OutgoingHttpHeaders = {},
  from?: string,
  payload?: string,
): Promise<Answer> {
  const session = nginx.session(from);
  try {
    const asked = session.request({ ':path': path, ...headers }, { endStream: payload === undefined });
    if (payload !== undefined) asked.end(payload);
    const [answered] = (await once(asked, 'response')) as [IncomingHttpHeaders & { ':status'?: number }];
    let body = '';
    for await (const part of asked.setEncoding('utf8')) body += part;
    return { status: answered[':status'] ?? 0, headers: answered, body };
  } finally {
    session.close();
  }
}

/** Returns the recipe with ports and files of the test, as a configuration that does not affect the machine's own nginx. */
function configuration(
  folder: string,
  { plainPort, port, licetPort }: Record<string, number>,
  change: NginxOptions['change'] = (recipe) => recipe,
): string {
  const recipe = readFileSync(fileURLToPath(new URL('../deploy/proxy/nginx.conf', import.meta.url)), 'utf8');
  const changes: [string, string][] = [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['listen [::]:80;', hasIpv6 ? `listen [::1]:${plainPort};` : ''],
    ['listen [::]:443 ssl http2;', hasIpv6 ? `listen [::1]:${port} ssl http2;` : ''],
    ['server 127.0.0.1:4080;', `server 127.0.0.1:${licetPort};`],
    ['/etc/licet/tls/fullchain.pem', join(folder, 'fullchain.pem')],
    ['/etc/licet/tls/privkey.pem', join(folder, 'privkey.pem')],
  ];
  const missing = changes.filter(([text]) => !recipe.includes(text));
  if (missing.length > 0) throw new Error(`The recipe of nginx has no ${missing.map(([text]) => text).join(', ')}.`);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    'user root;',
    'daemon off;',
    `pid ${folder}/pid;`,
    `error_log ${folder}/error.log;`,
    'events {}',
    'http {',
    `access_log ${folder}/access.log;`,
    ...kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`),
    changes.reduce((text, [from, to]) => text.replaceAll(from, to), change(recipe)),
    '}',
  ].join('\n');
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
    () => true,
    () => false,
  );
}
