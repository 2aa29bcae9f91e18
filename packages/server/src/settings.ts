/** A setting of the server, for its configuration and for the documentation. */
export interface Setting {
  readonly variable: string;
  /** The flag of `licet start`, which overrides the variable. */
  readonly flag?: string;
  readonly topic: string;
  /** Describes the setting, as the beginning of a sentence. */
  readonly what: string;
  /** The default; absent if there is none. */
  readonly usual?: string;
}

const listening = 'Where it listens';
const keeping = 'Data';
const tls = 'TLS, proxies and other servers';
const first = 'The first start';
const mail = 'Mail';
const watching = 'Watching';
const telemetry = 'Traces and logs, by OpenTelemetry';
const backups = 'Backups';
const audit = 'The audit chain';
const stores = 'Object stores (S3)';

/** Every variable that the server reads; the types keep config.ts from reading others. */
export const settings = [
  { variable: 'LICET_PORT', flag: 'port', topic: listening, what: 'The port to listen on', usual: '`4080`' },
  {
    variable: 'LICET_HOST',
    flag: 'host',
    topic: listening,
    what: 'The IP address to bind to: `0.0.0.0` for every network',
    usual: '`127.0.0.1`, this machine only',
  },
  {
    variable: 'LICET_ISSUER',
    flag: 'issuer',
    topic: listening,
    what: 'The public address that browsers see, `https://…` without a path: the issuer of every token. Needed behind a proxy',
    usual: '`http://localhost:PORT`',
  },
  {
    variable: 'LICET_DOCS',
    topic: listening,
    what: '`on` serves this documentation at `/docs`, to everyone who can reach the server',
    usual: '`off`',
  },
  {
    variable: 'LICET_SHUTDOWN_DELAY',
    topic: listening,
    what: 'Seconds between `/readyz` reporting not ready and closing, at most 300: longer than your balancer takes to notice',
    usual: '`0`',
  },
  {
    variable: 'LICET_DATA',
    flag: 'data',
    topic: keeping,
    what: 'The data directory: the embedded database, the key, the socket of the command line',
    usual: '`/var/lib/licet` for root, else `~/.local/share/licet`',
  },
  {
    variable: 'LICET_DATABASE_URL',
    topic: keeping,
    what: 'Your own PostgreSQL 15 or later, `postgres://user:password@host:5432/database`, instead of the embedded one. Several servers may share it. Of several hosts, separated by commas, Licet uses the one that accepts writes',
    usual: 'that of `DATABASE_URL`, else the embedded database',
  },
  {
    variable: 'DATABASE_URL',
    topic: keeping,
    what: 'The same, where a platform sets it; `LICET_DATABASE_URL` overrides it',
  },
  {
    variable: 'LICET_DATABASE_DIRECT_URL',
    topic: keeping,
    what: 'The direct address of that database, if the other one is of a pooler in transaction mode such as PgBouncer',
  },
  {
    variable: 'LICET_ENCRYPTION_KEY',
    topic: keeping,
    what: 'The 32 bytes that encrypt private keys and secrets at rest, as 64 hexadecimal digits or in Base64 (`openssl rand -base64 32`). Servers that share a database need the same key. While it is replaced: the new key, a comma, and the previous one',
    usual: 'the file `licet.key` in the data directory, made at the first start',
  },
  {
    variable: 'LICET_TLS_CERTIFICATE',
    flag: 'tls-certificate',
    topic: tls,
    what: 'The file with a certificate and its chain: Licet then terminates TLS itself, and reloads the file when it changes',
  },
  { variable: 'LICET_TLS_KEY', flag: 'tls-key', topic: tls, what: 'The file with the key of that certificate' },
  {
    variable: 'LICET_TRUSTED_PROXIES',
    flag: 'trusted-proxies',
    topic: tls,
    what: 'Addresses or networks of your proxies, separated by commas: their `X-Forwarded-For` is trusted',
    usual: 'none',
  },
  {
    variable: 'LICET_ALLOW_OUTGOING',
    flag: 'allow-outgoing',
    topic: tls,
    what: 'Hosts and networks outside the public internet that Licet may call, also without TLS: `sso.intra.example, 10.2.0.0/16`',
    usual: 'only public addresses, over TLS',
  },
  {
    variable: 'LICET_ADMIN_EMAIL',
    topic: first,
    what: 'The e-mail address of the first administrator, for an unattended start; together with the password',
    usual: 'a code for `/setup`, printed by the server',
  },
  { variable: 'LICET_ADMIN_PASSWORD', topic: first, what: 'Their password' },
  {
    variable: 'LICET_SMTP_URL',
    topic: mail,
    what: 'The mail server: `smtps://user:password@host:465`, or `smtp://…` for STARTTLS, with `?tls=none` for no encryption. If it is set here, it cannot be changed in the console',
    usual: 'as set in the console',
  },
  { variable: 'LICET_MAIL_FROM', topic: mail, what: 'The sender: `Licet <licet@example.org>`' },
  { variable: 'LICET_MAIL_LANGUAGE', topic: mail, what: 'The language of mails, `en` or `de`', usual: '`en`' },
  {
    variable: 'LICET_LOG_LEVEL',
    flag: 'log-level',
    topic: watching,
    what: 'trace, debug, info, warn, error, fatal or silent: JSON lines on standard error',
    usual: '`info`',
  },
  { variable: 'LICET_METRICS_PORT', topic: watching, what: 'The port where Prometheus reads metrics' },
  { variable: 'LICET_METRICS_HOST', topic: watching, what: 'The IP address of that port', usual: '`127.0.0.1`' },
  {
    variable: 'LICET_SECURITY_CONTACT',
    topic: watching,
    what: 'The contact for reports of vulnerabilities, `mailto:…`, `https://…` or `tel:…`: published at `/.well-known/security.txt`',
  },
  {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    topic: telemetry,
    what: 'A collector, `http://collector:4318`: traces and logs are sent there as JSON. Without an address nothing is loaded',
  },
  { variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', topic: telemetry, what: 'The whole address for traces' },
  { variable: 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT', topic: telemetry, what: 'The whole address for logs' },
  { variable: 'OTEL_EXPORTER_OTLP_HEADERS', topic: telemetry, what: 'Headers for both, `name=value,name=value`' },
  { variable: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', topic: telemetry, what: 'Headers for traces' },
  { variable: 'OTEL_EXPORTER_OTLP_LOGS_HEADERS', topic: telemetry, what: 'Headers for logs' },
  {
    variable: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    topic: telemetry,
    what: '`http/json` or `http/protobuf`; JSON is sent',
    usual: '`http/json`',
  },
  { variable: 'OTEL_EXPORTER_OTLP_TIMEOUT', topic: telemetry, what: 'Milliseconds for one message', usual: '`10000`' },
  { variable: 'OTEL_TRACES_EXPORTER', topic: telemetry, what: '`none` sends no traces' },
  { variable: 'OTEL_LOGS_EXPORTER', topic: telemetry, what: '`none` sends no logs' },
  {
    variable: 'OTEL_TRACES_SAMPLER',
    topic: telemetry,
    what: 'Which requests are traced: `always_on`, `always_off` or `traceidratio`',
    usual: '`always_on`',
  },
  { variable: 'OTEL_TRACES_SAMPLER_ARG', topic: telemetry, what: 'The share of them, such as `0.05`', usual: '`1`' },
  { variable: 'OTEL_SERVICE_NAME', topic: telemetry, what: 'The name of the server there', usual: '`licet`' },
  { variable: 'OTEL_RESOURCE_ATTRIBUTES', topic: telemetry, what: 'More about it, `name=value,name=value`' },
  { variable: 'OTEL_BSP_SCHEDULE_DELAY', topic: telemetry, what: 'Milliseconds between two messages', usual: '`5000`' },
  { variable: 'OTEL_BSP_MAX_QUEUE_SIZE', topic: telemetry, what: 'How many spans or lines may wait', usual: '`2048`' },
  { variable: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', topic: telemetry, what: 'How many one message holds', usual: '`512`' },
  { variable: 'OTEL_SDK_DISABLED', topic: telemetry, what: '`true` switches everything off' },
  {
    variable: 'LICET_BACKUP_FOLDER',
    topic: backups,
    what: 'The folder for scheduled encrypted backups, or `s3://bucket/folder`',
  },
  { variable: 'LICET_BACKUP_EVERY', topic: backups, what: 'How often: `30m`, `6h` or `1d`', usual: '`24h`' },
  { variable: 'LICET_BACKUP_KEEP', topic: backups, what: 'How many of the newest are kept', usual: '`14`' },
  {
    variable: 'LICET_BACKUP_KEY_FILE',
    topic: backups,
    what: 'The file with the key that encrypts them: 32 bytes in Base64. One of these two is needed',
  },
  { variable: 'LICET_BACKUP_PASSPHRASE_FILE', topic: backups, what: 'The file with a passphrase instead' },
  {
    variable: 'LICET_AUDIT_FOLDER',
    topic: audit,
    what: 'An external folder for signed checkpoints, or `s3://bucket/folder`',
  },
  { variable: 'LICET_AUDIT_WEBHOOK', topic: audit, what: 'An address that receives signed checkpoints' },
  {
    variable: 'LICET_AUDIT_WEBHOOK_SECRET',
    topic: audit,
    what: 'The secret that signs those messages, at least 32 characters; together with the address',
  },
  {
    variable: 'LICET_AUDIT_EVENTS_WEBHOOK',
    topic: audit,
    what: 'An address that receives every change as it happens, in batches',
  },
  {
    variable: 'LICET_AUDIT_EVENTS_WEBHOOK_SECRET',
    topic: audit,
    what: 'The secret that signs those messages, at least 32 characters; together with the address',
  },
  {
    variable: 'LICET_AUDIT_EVENTS_OTLP',
    topic: audit,
    what: 'The address of a collector that receives every change as an OTLP log record: `https://collector.example.org:4318/v1/logs`',
  },
  {
    variable: 'LICET_AUDIT_EVENTS_OTLP_HEADERS',
    topic: audit,
    what: 'The headers for that collector, such as its API key: `name=value,name=value`, with other characters as %XX',
  },
  {
    variable: 'LICET_S3_ENDPOINT',
    topic: stores,
    what: 'The address of an object store that is not AWS: `https://s3.example.org`',
    usual: 'that of `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`, else AWS',
  },
  {
    variable: 'LICET_S3_REGION',
    topic: stores,
    what: 'The region of the bucket',
    usual: 'that of `AWS_REGION`; `us-east-1` with an address, else that of the profile',
  },
  {
    variable: 'LICET_S3_PATH_STYLE',
    topic: stores,
    what: '`on` names the bucket in the path, `off` before the host',
    usual: '`on` with an address, else `off`',
  },
  {
    variable: 'LICET_S3_ACCESS_KEY_ID',
    topic: stores,
    what: 'The access key; together with the secret',
    usual: 'as with AWS tools: the variables below, a profile, the role of the machine',
  },
  { variable: 'LICET_S3_SECRET_ACCESS_KEY', topic: stores, what: 'The secret of the access key' },
  { variable: 'AWS_ENDPOINT_URL_S3', topic: stores, what: 'As `LICET_S3_ENDPOINT`, which overrides it' },
  { variable: 'AWS_ENDPOINT_URL', topic: stores, what: 'The same' },
  { variable: 'AWS_REGION', topic: stores, what: 'As `LICET_S3_REGION`, which overrides it' },
  { variable: 'AWS_ACCESS_KEY_ID', topic: stores, what: 'As `LICET_S3_ACCESS_KEY_ID`, which overrides it' },
  { variable: 'AWS_SECRET_ACCESS_KEY', topic: stores, what: 'The secret of the access key' },
  { variable: 'AWS_SESSION_TOKEN', topic: stores, what: 'The session token of a temporary access key' },
] as const satisfies readonly Setting[];

type Known = (typeof settings)[number];

/** The environment, typed so that the configuration can only read known variables. */
export type Environment = { readonly [Name in Known['variable'] | 'XDG_DATA_HOME']?: string | undefined };

/** A flag of `licet start`, without its dashes. */
export type Flag = Extract<Known, { readonly flag: string }>['flag'];

/** Every flag of `licet start`. */
export const flags = settings.flatMap((setting): Flag[] => ('flag' in setting ? [setting.flag] : []));
