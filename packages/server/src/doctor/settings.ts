import type { Config, Settings } from '../config.ts';
import { settings } from '../settings.ts';

/** Of these something may be shown to somebody who helps; of any other setting only that it is there. */
const harmless: Readonly<Record<string, (config: Config) => string | number | undefined>> = {
  LICET_ALLOW_OUTGOING: ({ allowOutgoing }) => `${allowOutgoing.length} hosts or networks`,
  LICET_BACKUP_EVERY: ({ backups }) => backups && `${backups.every} s`,
  LICET_BACKUP_KEEP: ({ backups }) => backups?.keep,
  LICET_HOST: ({ host }) => host,
  LICET_ISSUER: ({ issuer }) => issuer,
  LICET_LOG_LEVEL: ({ logLevel }) => logLevel,
  LICET_MAIL_LANGUAGE: ({ mail }) => mail?.language,
  LICET_METRICS_HOST: ({ metrics }) => metrics?.host,
  LICET_METRICS_PORT: ({ metrics }) => metrics?.port,
  LICET_PORT: ({ port }) => port,
  LICET_SHUTDOWN_DELAY: ({ shutdownDelay }) => shutdownDelay,
  LICET_SMTP_URL: ({ mail }) => mail && `port ${mail.port}, ${mail.security}`,
  LICET_TRUSTED_PROXIES: ({ trustedProxies }) => trustedProxies.join(', '),
};

const names: ReadonlySet<string> = new Set(settings.map(({ variable }) => variable));

type Environment = Readonly<Record<string, string | undefined>>;

/** What is set, and of each what may be shown. What has a mistake in it is not: it may be a password in the wrong place. */
export function settingsShown(
  { config, mistakes }: Settings,
  environment: Environment,
): Readonly<Record<string, string>> {
  const set = [...names].filter((name) => environment[name]).sort();
  const shown = (name: string) => (mistakes.length > 0 ? undefined : harmless[name]?.(config));
  return Object.fromEntries(set.map((name) => [name, String(shown(name) ?? 'set; withheld')]));
}

/** Names that begin as a setting does, and are none: a slip of the pen. */
export const unknownSettings = (environment: Environment): readonly string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith('LICET_') && !names.has(name) && !ofTheCommandLine.has(name))
    .sort();

/** Those that say nothing of the server. */
const ofTheCommandLine = new Set(['LICET_SERVER', 'LICET_CLIENT_ID', 'LICET_CLIENT_KEY', 'LICET_CLIENT_SECRET']);
