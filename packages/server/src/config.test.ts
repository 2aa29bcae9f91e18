import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const mistakesOf = (args: readonly string[], environment: NodeJS.ProcessEnv = {}): string => {
  try {
    readConfig(args, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes.join('\n');
  }
  return '';
};

test('by default listens only on this machine, at port 4080', () => {
  const config = readConfig([], { XDG_DATA_HOME: '/data' });
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 4080,
    issuer: 'http://localhost:4080',
    databaseUrl: undefined,
    logLevel: 'info',
    metrics: undefined,
    shutdownDelay: 0,
    docs: false,
  });
});

test('a flag overrides the environment', () => {
  expect(readConfig(['--port', '5000'], { LICET_PORT: '6000', LICET_DATA: '/d' })).toMatchObject({
    port: 5000,
    dataDirectory: '/d',
  });
});

test('uses https:// in the public address when a certificate is set', () => {
  const config = readConfig(['--tls-certificate', '/c.pem', '--tls-key', '/k.pem', '--port', '5000'], {});
  expect(config).toMatchObject({ issuer: 'https://localhost:5000', tls: { certificate: '/c.pem', key: '/k.pem' } });
});

test('LICET_DATABASE_URL overrides DATABASE_URL, which other programs read too', () => {
  const [ours, others] = ['postgres://a@b/licet', 'postgres://a@b/other'];
  expect(readConfig([], { LICET_DATABASE_URL: ours, DATABASE_URL: others }).databaseUrl).toBe(ours);
  expect(readConfig([], { DATABASE_URL: others }).databaseUrl).toBe(others);
});

test('a database can have several hosts', () => {
  const url = 'postgres://licet:pass,word@db1:5432,[::1]:5433,db3/licet?target_session_attrs=read-write';
  expect(readConfig([], { LICET_DATABASE_URL: url }).databaseUrl).toBe(url);
});
const backups = { LICET_BACKUP_FOLDER: '/backups', LICET_BACKUP_KEY_FILE: '/key' };

test.each([
  [['--port', 'x'], {}, /The port “x”/],
  [['--port', '70000'], {}, /0 to 65535/],
  [['--nope'], {}, /--nope/],
  [['stray'], {}, /stray/],
  [[], { LICET_HOST: 'example.org' }, /not an IP address/],
  [
    [],
    { LICET_DATABASE_URL: 'postgres://a@b/licet?sslrootcert=/' },
    /a file that this user cannot read: \/ \(EISDIR\)/,
  ],
  [[], { LICET_ALLOW_OUTGOING: 'sso.example.org, http://x' }, /“http:\/\/x” is not a host/],
  [[], { LICET_ALLOW_OUTGOING: '10.0.0/8' }, /“10.0.0\/8” is not a host/],
  [[], { LICET_ALLOW_OUTGOING: '10.0.0' }, /“10.0.0” is not a host/],
  [[], { LICET_ISSUER: 'http://example.org' }, /must begin with https/],
  [[], { LICET_ISSUER: 'https://example.org/licet' }, /root of its site/],
  [[], { LICET_ISSUER: 'https://user:pw@example.org' }, /only/],
  [[], { LICET_ISSUER: 'javascript:alert(1)' }, /https/],
  [[], { DATABASE_URL: 'mysql://x' }, /postgres:/],
  [[], { LICET_DATABASE_URL: 'postgres://db1:x,db2/licet' }, /several hosts/],
  [[], { LICET_DATABASE_URL: 'postgres://db1,db2/licet?target_session_attrs=any' }, /cannot be “any”/],
  [[], { LICET_DATABASE_DIRECT_URL: 'postgres://db1/licet' }, /of no use without LICET_DATABASE_URL/],
  [['--tls-key', 'k.pem'], {}, /LICET_TLS_CERTIFICATE is missing/],
  [
    ['--issuer', 'http://localhost:4080'],
    { LICET_TLS_CERTIFICATE: 'c.pem', LICET_TLS_KEY: 'k.pem' },
    /With a certificate the public address/,
  ],
  [[], { LICET_TRUSTED_PROXIES: '10.0.0.0/33' }, /trusted proxy/],
  [[], { LICET_TRUSTED_PROXIES: '0.0.0.0/0' }, /is every address/],
  [[], { LICET_TRUSTED_PROXIES: '10.0.0.1, ::/00' }, /“::\/00” is every address/],
  [[], { LICET_TRUSTED_PROXIES: '0.0.0.0/1, 128.0.0.0/1' }, /are every public address together/],
  [
    [],
    {
      // Everything except 10.0.0.0/8 and 127.0.0.0/8, which are not public.
      LICET_TRUSTED_PROXIES:
        '0.0.0.0/5, 8.0.0.0/7, 11.0.0.0/8, 12.0.0.0/6, 16.0.0.0/4, 32.0.0.0/3, 64.0.0.0/3, 96.0.0.0/4, 112.0.0.0/5, 120.0.0.0/6, 124.0.0.0/7, 126.0.0.0/8, 128.0.0.0/1',
    },
    /are every public address together/,
  ],
  [
    [],
    // Everything except 192.0.0.0/24 and other networks that are not public.
    {
      LICET_TRUSTED_PROXIES:
        '0.0.0.0/1, 128.0.0.0/2, 192.0.1.0/24, 192.0.2.0/23, 192.0.4.0/22, 192.0.8.0/21, 192.0.16.0/20, 192.0.32.0/19, 192.0.64.0/18, 192.0.128.0/17, 192.1.0.0/16, 192.2.0.0/15, 192.4.0.0/14, 192.8.0.0/13, 192.16.0.0/12, 192.32.0.0/11, 192.64.0.0/10, 192.128.0.0/9, 193.0.0.0/8, 194.0.0.0/7, 196.0.0.0/6, 200.0.0.0/5, 208.0.0.0/4',
    },
    /are every public address together/,
  ],
  [
    [],
    { LICET_TRUSTED_PROXIES: '2001::/16, 2400::/12, 2600::/12, 2800::/12, 2a00::/12, 2c00::/12' },
    /are every public address together/,
  ],
  [[], { LICET_TRUSTED_PROXIES: '::ffff:0:0/96' }, /are every public address together/],
  [[], { LICET_TRUSTED_PROXIES: '10.0.0.1, 2000::/3' }, /are every public address together/],
  [[], { LICET_ENCRYPTION_KEY: 'short' }, /32 bytes/],
  [[], { LICET_ADMIN_EMAIL: 'a@b.c' }, /LICET_ADMIN_PASSWORD is missing/],
  [[], { LICET_LOG_LEVEL: 'loud' }, /not one of/],
  [[], { LICET_SECURITY_CONTACT: 'security@example.org' }, /mailto:security@example.org/],
  [
    [],
    { LICET_SECURITY_CONTACT: 'https://example.org/\nContact: mailto:mallory@example.com' },
    /LICET_SECURITY_CONTACT/,
  ],
  [[], { LICET_METRICS_PORT: 'x' }, /The port “x”/],
  [[], { LICET_METRICS_HOST: '0.0.0.0' }, /no use without LICET_METRICS_PORT/],
  [[], { LICET_METRICS_PORT: '9464', LICET_METRICS_HOST: 'here' }, /LICET_METRICS_HOST/],
  [[], { LICET_SHUTDOWN_DELAY: '-1' }, /0 to 300/],
  [[], { LICET_DOCS: 'yes' }, /neither on nor off/],
  [[], { LICET_SMTP_URL: 'https://smtp.example.org' }, /must look like smtps:/],
  [[], { LICET_SMTP_URL: 'smtp://smtp.example.org', LICET_MAIL_FROM: 'nobody' }, /LICET_MAIL_FROM must look like/],
  [[], { LICET_SMTP_URL: 'smtp://smtp.example.org?tls=maybe', LICET_MAIL_FROM: 'a@b.org' }, /must look like smtps:/],
  [[], { LICET_SMTP_URL: 'smtp://smtp.example.org' }, /LICET_MAIL_FROM is not set/],
  [[], { LICET_MAIL_FROM: 'a@b.org' }, /without LICET_SMTP_URL/],
  [[], { LICET_BACKUP_KEEP: '3' }, /without LICET_BACKUP_FOLDER/],
  [[], { LICET_BACKUP_FOLDER: '/backups' }, /wants one of LICET_BACKUP_KEY_FILE/],
  [[], { LICET_BACKUP_FOLDER: 'backups', LICET_BACKUP_KEY_FILE: '/key' }, /must be a whole path/],
  [[], { ...backups, LICET_BACKUP_PASSPHRASE_FILE: '/words' }, /wants one of/],
  [[], { ...backups, LICET_BACKUP_EVERY: 'daily' }, /must look like 30m, 6h or 1d/],
  [[], { ...backups, LICET_BACKUP_KEEP: '0' }, /must be a number from 1/],
  [[], { LICET_AUDIT_WEBHOOK: 'auditor' }, /must be an address such as https:\/\/auditor/],
  [
    [],
    { LICET_AUDIT_WEBHOOK: 'https://auditor.example' },
    /LICET_AUDIT_WEBHOOK and LICET_AUDIT_WEBHOOK_SECRET go together/,
  ],
  [
    [],
    { LICET_AUDIT_EVENTS_WEBHOOK: 'https://siem.example' },
    /LICET_AUDIT_EVENTS_WEBHOOK and LICET_AUDIT_EVENTS_WEBHOOK_SECRET go together/,
  ],
  [[], { LICET_AUDIT_EVENTS_OTLP: 'collector:4318' }, /must be an address such as https:\/\/collector/],
  [[], { LICET_AUDIT_EVENTS_OTLP_HEADERS: 'x-key=1' }, /set both/],
  [
    [],
    { LICET_AUDIT_EVENTS_OTLP: 'https://collector.example/v1/logs', LICET_AUDIT_EVENTS_OTLP_HEADERS: 'x-key' },
    /is written name=value,name=value/,
  ],
  [
    [],
    { LICET_AUDIT_WEBHOOK: 'https://auditor.example', LICET_AUDIT_WEBHOOK_SECRET: 'short' },
    /at least 32 characters/,
  ],
] as const)('refuses the flags %j with the environment %j', (args, environment, sentence) => {
  expect(mistakesOf(args, environment)).toMatch(sentence);
});

test('reports every mistake, not only the first', () => {
  expect(mistakesOf(['--port', 'x'], { LICET_ISSUER: 'ftp://x', LICET_LOG_LEVEL: 'loud' }).split('\n')).toHaveLength(3);
});

test('reads the encryption key as hexadecimal digits or Base64', () => {
  const key = Buffer.alloc(32, 7);
  expect(readConfig([], { LICET_ENCRYPTION_KEY: key.toString('hex') }).encryptionKeys).toEqual([key]);
  expect(readConfig([], { LICET_ENCRYPTION_KEY: key.toString('base64') }).encryptionKeys).toEqual([key]);
  const both = `${Buffer.alloc(32, 1).toString('base64')}, ${key.toString('hex')}`;
  expect(readConfig([], { LICET_ENCRYPTION_KEY: both }).encryptionKeys).toEqual([Buffer.alloc(32, 1), key]);
});

test('reads the mail server from one address, with its user and password', () => {
  const from = 'Harbour Clinic <licet@harbour.example>';
  const mail = (url: string) => readConfig([], { LICET_SMTP_URL: url, LICET_MAIL_FROM: from }).mail;
  expect(mail('smtps://us%40er:p%3Aw@smtp.example.org')).toEqual({
    host: 'smtp.example.org',
    port: 465,
    security: 'tls',
    username: 'us@er',
    password: 'p:w',
    fromAddress: 'licet@harbour.example',
    fromName: 'Harbour Clinic',
    language: 'en',
  });
  expect(mail('smtp://smtp.example.org')).toMatchObject({ port: 587, security: 'starttls', username: null });
  expect(mail('smtp://127.0.0.1:2525?tls=none')).toMatchObject({ port: 2525, security: 'none' });
});

test('makes backups once a day and keeps fourteen by default', () => {
  const lock = { kind: 'key', file: '/key' };
  expect(readConfig([], backups).backups).toEqual({ folder: '/backups', every: 86_400, keep: 14, lock });
  const often = { ...backups, LICET_BACKUP_EVERY: '6h', LICET_BACKUP_KEEP: '28' };
  expect(readConfig([], often).backups).toEqual({ folder: '/backups', every: 21_600, keep: 28, lock });
  expect(readConfig([], {}).backups).toBeUndefined();
});

test('keeps no external checkpoints of the audit chain by default', () => {
  expect(readConfig([], {}).audit).toEqual({
    folder: undefined,
    webhook: undefined,
    events: undefined,
    otlp: undefined,
  });
  const environment = { LICET_AUDIT_FOLDER: '/audit', LICET_AUDIT_WEBHOOK: 'https://auditor.example/' };
  const secret = 'x'.repeat(32);
  expect(readConfig([], { ...environment, LICET_AUDIT_WEBHOOK_SECRET: secret }).audit).toEqual({
    folder: '/audit',
    webhook: { url: 'https://auditor.example/', secret },
    events: undefined,
  });
});

test.each([
  ['LICET_ISUER', 'LICET_ISUER is no setting of Licet, and does nothing. Did you mean LICET_ISSUER?'],
  [
    'LICET_DATABSAE_URL',
    'LICET_DATABSAE_URL is no setting of Licet, and does nothing. Did you mean LICET_DATABASE_URL?',
  ],
  [
    'LICET_TRUSTED_PROXY',
    'LICET_TRUSTED_PROXY is no setting of Licet, and does nothing. Did you mean LICET_TRUSTED_PROXIES?',
  ],
  [
    'LICET_ENCRYPTIONKEY',
    'LICET_ENCRYPTIONKEY is no setting of Licet, and does nothing. Did you mean LICET_ENCRYPTION_KEY?',
  ],
  ['LICET_FLAVOUR', 'LICET_FLAVOUR is no setting of Licet, and does nothing.'],
  ['LICET_', 'LICET_ is no setting of Licet, and does nothing.'],
])('warns of the unknown setting %s, and suggests a similar name if there is one', (name, sentence) => {
  const environment: NodeJS.ProcessEnv = { [name]: 'x', PATH: '/', LICET_SERVER: 'https://a.example' };
  expect(readConfig([], environment).unknown).toEqual([sentence]);
});

test('reports a misspelt setting together with the missing one', () => {
  expect(mistakesOf([], { LICET_ADMIN_EMIAL: 'a@b.example', LICET_ADMIN_PASSWORD: 'x' })).toMatch(
    /LICET_ADMIN_EMAIL is missing\.\n.*Did you mean LICET_ADMIN_EMAIL\?$/,
  );
});

test('lists the settings given by flag or environment', () => {
  const environment: NodeJS.ProcessEnv = { LICET_HOST: '0.0.0.0', LICET_PORT: '', HOME: '/root' };
  const { given } = readConfig(['--port', '5000'], environment);
  expect(given).toEqual(['LICET_HOST', 'LICET_PORT']);
});
