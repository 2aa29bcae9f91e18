import { arch, availableParallelism, release, totalmem, uptime } from 'node:os';
import { cleanLine } from '@licet/server/doctor';
import type { Examined } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';

/** Additional data for a support request. If a part is missing, it is a sentence with the reason. */
export interface Further {
  readonly madeAt: string;
  /** Lines of the log, or the reason why there are none. */
  readonly log: readonly string[] | string;
  /** The response of the metrics port, or the reason why there is none. */
  readonly metrics: { readonly text: string } | string;
}

/**
 * Returns the data for a support request. Every value is selected by name, so that secrets, names of users and other
 * unexpected values are omitted.
 */
export function bundleOf({ here, status, settings, findings }: Examined, { madeAt, log, metrics }: Further) {
  const { database } = here;
  const seen = 'unseen' in database ? undefined : database;
  return {
    about:
      'Licet support bundle: no secrets, names or addresses, and no values in statements. Read it before you pass it on.',
    madeAt,
    versions: {
      command: here.version,
      server: status?.version ?? null,
      serversConnected: seen?.servers ?? null,
      node: process.versions.node,
      database: seen?.version ?? null,
      system: `${process.platform} ${kernel()} ${arch()}`,
    },
    machine: { cores: availableParallelism(), memory: totalmem(), uptimeSeconds: Math.round(uptime()) },
    settingsOf: settings.of,
    settings: settings.set,
    settingsMistaken: here.mistakes.length,
    findings: findings.map(shown),
    server: status ? { uptimeSeconds: status.uptimeSeconds, change: status.change, ...pick(status.condition) } : null,
    database: seen
      ? {
          standby: seen.standby,
          connections: seen.connections,
          schema: seen.licet?.schema ?? null,
          tables: seen.licet?.tables ?? null,
          jobs: seen.licet?.jobs ?? null,
          busy: seen.busy.map(({ how, seconds, program, statement }) => ({
            how,
            seconds,
            statement: program.startsWith('licet ') ? statement : 'of another program',
          })),
          slow: seen.slow?.map(({ calls, meanSeconds, statement }) => ({ calls, meanSeconds, statement })) ?? null,
        }
      : null,
    metrics: typeof metrics === 'string' ? metrics : metrics.text.split('\n').filter((line) => sample.test(line)),
    log: typeof log === 'string' ? log : log.flatMap((line) => cleanLine(line) ?? []).slice(-linesKept),
  };
}

/** Returns a finding for a support request. Its text is omitted if it may contain a path or a setting. */
function shown({ what, well, says }: Finding) {
  return plain.has(what) ? { what, well, says } : { what, well };
}

const plain = new Set([
  'Server',
  'Ready',
  'Set-up',
  'Database',
  'Schema',
  'Versions',
  'Connections',
  'Pool',
  'Proxy',
  'Mail',
  'Jobs',
  'Clock',
  'Clock there',
  'Certificate',
  'Checkpoints',
  'Backups',
  'Disk',
  'Space',
  'Tables',
]);

type Condition = NonNullable<NonNullable<Examined['status']>['condition']>;
function pick(condition: Condition | null) {
  if (!condition) return {};
  const { pool, databaseFullSeconds, clockAheadSeconds, seesAddresses, ownTls } = condition;
  const { forwarderTrusted, mail, jobs, backups, checkpoints } = condition;
  const network = { seesAddresses, ownTls, forwarderTrusted };
  return { pool, databaseFullSeconds, clockAheadSeconds, ...network, mail, jobs, backups, checkpoints };
}

/** Matches a metric whose labels contain no user data. */
const sample = /^(licet|nodejs|process)_\w+(\{(\w+="[\w.:/+* -]{0,80}",?)*\})? [-+\w.]+$/;

/** The kernel's version without vendor suffixes. */
const kernel = () => /^\d+(\.\d+)*/.exec(release())?.[0] ?? '';

const linesKept = 500;
