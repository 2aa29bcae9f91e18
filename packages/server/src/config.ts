import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { defaultDataDirectory } from '@licet/contract/operator';
import type { OtlpCollector } from './audit/event-otlp.ts';
import type { AuditPlaces, Webhook } from './audit/places.ts';
import { type BackupSettings, readBackupSettings } from './backup/settings.ts';
import type { CertificateFiles } from './http/certificate.ts';
import { trustsEverybody } from './http/trusted-proxies.ts';
import { type MailServer, readMailSettings } from './mail/mail-server.ts';
import { badS3Address, isS3, readS3Settings, type S3Settings, s3AddressOf } from './s3/settings.ts';
import { type Environment, type Flag, flags as flagNames } from './settings.ts';
import { type SettingsGiven, settingsGiven } from './settings-given.ts';
import { addressesOf } from './store/kernel/matching.ts';
import { readTelemetry, type TelemetrySettings } from './watching/telemetry/settings.ts';

/** The configuration of this process. It is created once from flags and the environment, which no other code reads. */
export interface Config extends SettingsGiven {
  /** The public address, which is the OpenID issuer, without a trailing slash. */
  readonly issuer: string;
  readonly host: string;
  readonly port: number;
  readonly dataDirectory: string;
  /** The database to use instead of the embedded one. */
  readonly databaseUrl: string | undefined;
  /** The direct address of that database. Needed if `databaseUrl` is that of a pooler that gives every transaction another connection. */
  readonly databaseDirectUrl: string | undefined;
  /** The files for TLS, if no proxy terminates it. */
  readonly tls: CertificateFiles | undefined;
  /** Addresses or networks whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Hosts and networks beyond the public internet that this server may call. */
  readonly allowOutgoing: readonly string[];
  /** The 32-byte keys that encrypt secrets at rest, if they are not in the data directory. The first one encrypts; all of them decrypt. */
  readonly encryptionKeys: readonly [Buffer, ...Buffer[]] | undefined;
  readonly firstAdministrator: { readonly email: string; readonly password: string } | undefined;
  readonly logLevel: LogLevel;
  /** The security contact as a URI: a mail address, a page or a phone number. */
  readonly securityContact: string | undefined;
  /** The external places for checkpoints of the audit chain, and the receivers of its changes. */
  readonly audit: AuditPlaces & { readonly events: Webhook | undefined; readonly otlp: OtlpCollector | undefined };
  /** The mail server, if the environment sets it; undefined if the console does. */
  readonly mail: MailServer | undefined;
  /** The address of the metrics; undefined to serve none. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Whether the documentation is served. */
  readonly docs: boolean;
  /** Seconds from the moment when readiness checks begin to fail until connections are closed. */
  readonly shutdownDelay: number;
  /**
   * The receivers of traces and logs, as OpenTelemetry's variables set them; undefined unless one names a collector.
   */
  readonly telemetry: TelemetrySettings | undefined;
  /** The schedule of backups; undefined for none. */
  readonly backups: BackupSettings | undefined;
  /** How to reach object stores, if backups or checkpoints use one. */
  readonly s3: S3Settings;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The configuration has mistakes; `mistakes` holds a sentence for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

/**
 * Reads flags, then the environment, then defaults.
 * @throws ConfigError with every mistake found, not only the first
 */
export function readConfig(args: readonly string[], environment: Environment = process.env): Config {
  const { config, mistakes } = readSettings(args, environment);
  // Also reports unknown names, because a misspelt one may be why a setting is missing.
  if (mistakes.length > 0) throw new ConfigError([...mistakes, ...config.unknown]);
  return config;
}

/** The configuration as far as it could be parsed, and the mistakes found. */
export interface Settings {
  readonly config: Config;
  readonly mistakes: readonly string[];
}

export function readSettings(args: readonly string[], environment: Environment): Settings {
  const mistakes: string[] = [];
  const flags = readFlags(args, mistakes);
  const value = (flag: Flag, variable: keyof Environment) => flags[flag] ?? (environment[variable] || undefined);

  const port = readPort(value('port', 'LICET_PORT'), mistakes);
  const host = value('host', 'LICET_HOST') ?? '127.0.0.1';
  if (host !== 'localhost' && isIP(host) === 0)
    mistakes.push(
      `The bind address “${host}” is not an IP address. Use 127.0.0.1 for this machine only, or 0.0.0.0 for every network.`,
    );
  const tls = readTls(value('tls-certificate', 'LICET_TLS_CERTIFICATE'), value('tls-key', 'LICET_TLS_KEY'), mistakes);
  const logLevel = readLogLevel(value('log-level', 'LICET_LOG_LEVEL'), mistakes);
  const config: Config = {
    issuer: readIssuer(value('issuer', 'LICET_ISSUER') ?? `http${tls ? 's' : ''}://localhost:${port}`, tls, mistakes),
    host,
    port,
    dataDirectory: resolve(
      value('data', 'LICET_DATA') ??
        defaultDataDirectory({ root: process.getuid?.() === 0, home: homedir(), dataHome: environment.XDG_DATA_HOME }),
    ),
    databaseUrl: readDatabaseUrl(environment.LICET_DATABASE_URL || environment.DATABASE_URL || undefined, mistakes),
    databaseDirectUrl: readDirectUrl(environment, mistakes),
    tls,
    trustedProxies: readProxies(value('trusted-proxies', 'LICET_TRUSTED_PROXIES'), mistakes),
    allowOutgoing: readAllowed(value('allow-outgoing', 'LICET_ALLOW_OUTGOING'), mistakes),
    encryptionKeys: readKeys(environment.LICET_ENCRYPTION_KEY || undefined, mistakes),
    firstAdministrator: readAdministrator(environment, mistakes),
    logLevel,
    securityContact: readContact(environment.LICET_SECURITY_CONTACT || undefined, mistakes),
    audit: readAuditPlaces(environment, mistakes),
    mail: readMailSettings(environment, mistakes),
    metrics: readMetrics(environment, mistakes),
    docs: readDocs(environment.LICET_DOCS || 'off', mistakes),
    shutdownDelay: readDelay(environment.LICET_SHUTDOWN_DELAY || undefined, mistakes),
    telemetry: readTelemetry(environment, mistakes),
    backups: readBackupSettings(environment, mistakes),
    s3: readS3Settings(environment, mistakes),
    ...settingsGiven(flags, environment),
  };
  return { config, mistakes };
}

/** The environment of this process, with the settings of a file of `KEY=value` lines. @throws the error of reading the file */
export const environmentWith = (file: string | undefined): NodeJS.ProcessEnv =>
  file === undefined ? process.env : { ...process.env, ...parseEnv(readFileSync(file, 'utf8')) };

function readFlags(args: readonly string[], mistakes: string[]): Partial<Record<Flag, string>> {
  const options = Object.fromEntries(flagNames.map((flag) => [flag, { type: 'string' as const }]));
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values as Partial<Record<Flag, string>>;
  } catch (error) {
    mistakes.push(
      `${error instanceof Error ? error.message.split('. To specify')[0] : String(error)}. The flags are ${flagNames
        .map((flag) => `--${flag}`)
        .join(', ')}.`,
    );
    return {};
  }
}

function readMetrics(
  { LICET_METRICS_PORT: port, LICET_METRICS_HOST: host }: Environment,
  mistakes: string[],
): Config['metrics'] {
  if (!port) {
    if (host) mistakes.push('LICET_METRICS_HOST is of no use without LICET_METRICS_PORT.');
    return undefined;
  }
  if (host && isIP(host) === 0)
    mistakes.push(`The address “${host}” for metrics is not an IP address (LICET_METRICS_HOST).`);
  return { host: host || '127.0.0.1', port: readPort(port, mistakes) };
}

function readDocs(text: string, mistakes: string[]): boolean {
  if (text !== 'on' && text !== 'off') mistakes.push(`LICET_DOCS “${text}” is neither on nor off.`);
  return text === 'on';
}

function readDelay(text: string | undefined, mistakes: string[]): number {
  const seconds = Number(text ?? 0);
  if (seconds >= 0 && seconds <= 300) return seconds;
  mistakes.push(`The delay “${text}” is not a number of seconds from 0 to 300 (LICET_SHUTDOWN_DELAY).`);
  return 0;
}

function readPort(text: string | undefined, mistakes: string[]): number {
  if (text === undefined) return 4080;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && text.trim() !== '') return port;
  mistakes.push(`The port “${text}” is not a number from 0 to 65535.`);
  return 4080;
}

function readTls(certificate: string | undefined, key: string | undefined, mistakes: string[]): Config['tls'] {
  if (certificate !== undefined && key !== undefined) return { certificate: resolve(certificate), key: resolve(key) };
  if (certificate !== undefined || key !== undefined)
    mistakes.push(
      `LICET_TLS_CERTIFICATE and LICET_TLS_KEY go together; ${key === undefined ? 'LICET_TLS_KEY' : 'LICET_TLS_CERTIFICATE'} is missing.`,
    );
  return undefined;
}

function readIssuer(text: string, tls: Config['tls'], mistakes: string[]): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const local = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && local))) {
    mistakes.push(
      `The public address “${text}” must begin with https://, or be http://localhost for trying out (LICET_ISSUER).`,
    );
  } else if (tls && url.protocol === 'http:') {
    mistakes.push(`With a certificate the public address “${text}” must begin with https:// (LICET_ISSUER).`);
  } else if (url.pathname !== '/' || url.search || url.hash || url.username) {
    mistakes.push(
      `The public address “${text}” must be a scheme, a host and a port only. Licet lives at the root of its site (LICET_ISSUER).`,
    );
  }
  return url?.origin ?? text;
}

function readDatabaseUrl(
  text: string | undefined,
  mistakes: string[],
  variable = 'LICET_DATABASE_URL',
): string | undefined {
  if (text === undefined) return undefined;
  for (const address of addressesOf(text)) {
    // For a Unix socket, the query names the host, and the address itself has none (PostgreSQL 18 section 32.1.1.2). URL requires a host,
    // so one is inserted.
    const named = address.replace(/^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?=\/[^?]*\?(?:.*&)?host=)/, '$1socket');
    const url = URL.canParse(named) ? new URL(named) : undefined;
    const kind = url?.searchParams.get('target_session_attrs') ?? 'read-write';
    if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) {
      mistakes.push(
        `${variable} must look like postgres://user:password@host:5432/database, or have several hosts: @host1:5432,host2:5432/database. Percent-encode every character of the password except a-z, A-Z and 0-9.`,
      );
      break;
    }
    if (!['read-write', 'primary'].includes(kind)) {
      mistakes.push(`Licet writes: target_session_attrs in ${variable} cannot be “${kind}”, but read-write.`);
      break;
    }
    const unread = filesOfAddress.flatMap((name) => unreadable(url.searchParams.get(name)));
    if (unread.length > 0) {
      mistakes.push(
        `${variable} names a file that this user cannot read: ${unread.join()}. Let the user that runs Licet read it.`,
      );
      break;
    }
  }
  return text;
}

const filesOfAddress = ['sslrootcert', 'sslcert', 'sslkey'];

/** Returns the path and error code of an existing file that cannot be read; empty otherwise. */
function unreadable(file: string | null): readonly string[] {
  try {
    if (file) readFileSync(file);
    return [];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return code === 'ENOENT' ? [] : [`${file} (${code})`];
  }
}

function readDirectUrl(environment: Environment, mistakes: string[]): string | undefined {
  const { LICET_DATABASE_DIRECT_URL: text, LICET_DATABASE_URL: url, DATABASE_URL: others } = environment;
  if (text && !url && !others)
    mistakes.push('LICET_DATABASE_DIRECT_URL is of no use without LICET_DATABASE_URL, the address of the pooler.');
  return readDatabaseUrl(text || undefined, mistakes, 'LICET_DATABASE_DIRECT_URL');
}

function readProxies(text: string | undefined, mistakes: string[]): readonly string[] {
  const proxies = listIn(text);
  const before = mistakes.length;
  for (const proxy of proxies) {
    if (!['loopback', 'linklocal', 'uniquelocal'].includes(proxy) && !isNetwork(proxy))
      mistakes.push(
        `The trusted proxy “${proxy}” is not an IP address or a network such as 10.0.0.0/8 (LICET_TRUSTED_PROXIES).`,
      );
    else if (/\/0+$/.test(proxy))
      mistakes.push(
        `The trusted proxy “${proxy}” is every address, so any client could claim to be another. Name the network of your proxies (LICET_TRUSTED_PROXIES).`,
      );
  }
  if (mistakes.length === before && trustsEverybody(proxies))
    mistakes.push(
      `The trusted proxies “${proxies.join(', ')}” are every public address together, so any client could claim to be another. Name the networks of your proxies (LICET_TRUSTED_PROXIES).`,
    );
  return proxies;
}

function readAllowed(text: string | undefined, mistakes: string[]): readonly string[] {
  const allowed = listIn(text);
  for (const entry of allowed) {
    const host = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/i.test(entry);
    // A text of digits and dots is a mistyped address and not a name.
    if (!isNetwork(entry) && (!host || /^[\d.]+(?::\d+)?$/.test(entry)))
      mistakes.push(
        `“${entry}” is not a host such as sso.example.org or sso.example.org:8443, an IP address or a network such as 10.0.0.0/8 (LICET_ALLOW_OUTGOING).`,
      );
  }
  return allowed;
}

const listIn = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  const fits = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return family !== 0 && fits && rest.length === 0;
}

function readKeys(text: string | undefined, mistakes: string[]): Config['encryptionKeys'] {
  const [key, ...former] = listIn(text);
  if (key === undefined) return undefined;
  return [readKey(key, mistakes), ...former.map((each) => readKey(each, mistakes))];
}

function readKey(text: string, mistakes: string[]): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== 32)
    mistakes.push(
      'LICET_ENCRYPTION_KEY must be 32 bytes, as 64 hexadecimal digits or in Base64; while it is replaced: the new key, a comma, and the previous one. Create one with: openssl rand -base64 32',
    );
  return key;
}

function readAdministrator(environment: Environment, mistakes: string[]): Config['firstAdministrator'] {
  const { LICET_ADMIN_EMAIL: email, LICET_ADMIN_PASSWORD: password } = environment;
  if (!email && !password) return undefined;
  if (email && password) return { email, password };
  mistakes.push(
    `LICET_ADMIN_EMAIL and LICET_ADMIN_PASSWORD go together; ${email ? 'LICET_ADMIN_PASSWORD' : 'LICET_ADMIN_EMAIL'} is missing.`,
  );
  return undefined;
}

function readLogLevel(text: string | undefined, mistakes: string[]): LogLevel {
  const found = logLevels.find((level) => level === (text ?? 'info'));
  if (!found) mistakes.push(`The log level “${text}” is not one of ${logLevels.join(', ')}.`);
  return found ?? 'info';
}

function readContact(text: string | undefined, mistakes: string[]): string | undefined {
  if (text === undefined || /^(?:https:\/\/[\x21-\x7e]+|mailto:[\x21-\x7e]+@[\x21-\x7e]+|tel:\+?[\d.-]+)$/.test(text))
    return text;
  mistakes.push(
    'LICET_SECURITY_CONTACT must be an address such as mailto:security@example.org or https://example.org/report.',
  );
  return undefined;
}

function readAuditPlaces(environment: Environment, mistakes: string[]): Config['audit'] {
  const { LICET_AUDIT_FOLDER: folder } = environment;
  if (folder && isS3(folder) && !s3AddressOf(folder)) mistakes.push(`LICET_AUDIT_FOLDER ${badS3Address(folder)}`);
  return {
    folder: folder && !isS3(folder) ? resolve(folder) : folder || undefined,
    webhook: readWebhook(environment, 'LICET_AUDIT_WEBHOOK', mistakes),
    events: readWebhook(environment, 'LICET_AUDIT_EVENTS_WEBHOOK', mistakes),
    otlp: readCollector(environment, mistakes),
  };
}

/** A webhook's address, with the secret that signs requests to it. */
function readWebhook(
  environment: Environment,
  name: 'LICET_AUDIT_WEBHOOK' | 'LICET_AUDIT_EVENTS_WEBHOOK',
  mistakes: string[],
): Webhook | undefined {
  const { [name]: url, [`${name}_SECRET` as const]: secret } = environment;
  if (url && (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)))
    mistakes.push(`${name} must be an address such as https://auditor.example.org/licet.`);
  if (Boolean(url) !== Boolean(secret) || (secret && secret.length < 32))
    mistakes.push(
      `${name} and ${name}_SECRET go together, and the secret has at least 32 characters. Make one with: openssl rand -base64 32`,
    );
  return url && secret ? { url, secret } : undefined;
}

/** A collector of OTLP logs with its headers in the form of `OTEL_EXPORTER_OTLP_HEADERS`: `name=value,name=value`. */
function readCollector(environment: Environment, mistakes: string[]): OtlpCollector | undefined {
  const { LICET_AUDIT_EVENTS_OTLP: url, LICET_AUDIT_EVENTS_OTLP_HEADERS: text } = environment;
  if (url && (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)))
    mistakes.push('LICET_AUDIT_EVENTS_OTLP must be an address such as https://collector.example.org:4318/v1/logs.');
  if (text && !url)
    mistakes.push('LICET_AUDIT_EVENTS_OTLP_HEADERS says something of LICET_AUDIT_EVENTS_OTLP: set both.');
  const headers: Record<string, string> = {};
  for (const pair of text?.split(',') ?? []) {
    const [, name, value] = /^\s*([A-Za-z0-9-]+)=([\x21-\x7e][\x20-\x7e]*?)\s*$/.exec(pair) ?? [];
    if (name && value)
      headers[name.toLowerCase()] = value.replace(/%([0-9A-Fa-f]{2})/g, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );
    else mistakes.push('LICET_AUDIT_EVENTS_OTLP_HEADERS is written name=value,name=value.');
  }
  return url ? { url, headers } : undefined;
}
