import type { Config, Settings } from '../config.ts';

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

/** What is set, and of each what may be shown. Where there are mistakes nothing is: one may be a password in the wrong place. */
export function settingsShown({ config, mistakes }: Settings): Readonly<Record<string, string>> {
  const shown = (name: string) => (mistakes.length > 0 ? undefined : harmless[name]?.(config));
  return Object.fromEntries(config.given.map((name) => [name, String(shown(name) ?? 'set; withheld')]));
}
