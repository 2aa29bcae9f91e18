import type { Config, Settings } from '../config.ts';

/** The settings whose values are safe to share. For any other setting, only the fact that it is set may be shared. */
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

/**
 * Returns the settings that are set, with the values that are safe to share. Empty if there are mistakes, because one
 * may be a password in the wrong variable.
 */
export function settingsShown({ config, mistakes }: Settings): Readonly<Record<string, string>> {
  const shown = (name: string) => (mistakes.length > 0 ? undefined : harmless[name]?.(config));
  return Object.fromEntries(config.given.map((name) => [name, String(shown(name) ?? 'set; withheld')]));
}
