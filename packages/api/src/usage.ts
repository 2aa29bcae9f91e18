import { reasonOf } from './keys.ts';
import { refusalIn, type Service } from './service.ts';
import { unref } from './waiting.ts';

/**
 * Collects the exercised permissions by user, in memory, until they are sent. Reviews show only the day of the last
 * use, so a delayed report does no harm.
 */
export interface Usage {
  record(user: string, permission: string): void;
  /** Sends all reports. Reports that are not sent within `milliseconds` are lost. */
  flush(milliseconds: number): Promise<void>;
  close(): void;
}

export interface UsageParts {
  readonly service: Service;
  /** Seconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds between two reports. */
  readonly every: number;
  readonly onFailure: (detail: string) => void;
}

interface Exercised {
  readonly user: string;
  readonly permission: string;
  count: number;
  last: number;
}

export function createUsage({ service, now, every, onFailure }: UsageParts): Usage {
  let waiting = new Map<string, Exercised>();
  let sending = Promise.resolve();

  const send = async (milliseconds: number): Promise<void> => {
    const all = [...waiting.values()];
    waiting = new Map();
    for (let from = 0; from < all.length; from += batch) {
      const exercised = all.slice(from, from + batch);
      try {
        const response = await service.call('/api/v1/usage', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ exercised }),
          signal: AbortSignal.timeout(milliseconds),
        });
        if (!response.ok) onFailure(`Licet answered a report of usage with ${await refusalIn(response)}`);
        else await response.body?.cancel();
        if (response.status < 500) continue;
      } catch (error) {
        onFailure(`A report of usage was not sent: ${reasonOf(error)}`);
      }
      return keep(all.slice(from));
    }
  };
  const keep = (unsent: readonly Exercised[]) => {
    for (const each of unsent) {
      const known = waiting.get(keyOf(each.user, each.permission));
      if (known) known.count += each.count;
      else if (waiting.size < most) waiting.set(keyOf(each.user, each.permission), each);
    }
  };
  const flush = (milliseconds: number) => {
    sending = sending.then(() => send(milliseconds));
    return sending;
  };
  const timer = setInterval(() => void flush(patience), every);
  unref(timer);
  return {
    record(user, permission) {
      const key = keyOf(user, permission);
      const known = waiting.get(key);
      if (known) {
        known.count += 1;
        known.last = Math.floor(now());
      } else if (waiting.size < most && isReportable(permission))
        waiting.set(key, { user, permission, count: 1, last: Math.floor(now()) });
    },
    flush,
    close: () => clearInterval(timer),
  };
}

const keyOf = (user: string, permission: string) => `${user}\0${permission}`;

/**
 * Returns whether Licet would accept the permission's name. One invalid name would make Licet refuse the whole
 * report. Invalid names reach this point because every check succeeds for an admin, whatever the name.
 */
const isReportable = (name: string) =>
  name.length > 0 && [...name.slice(0, 513)].length <= 256 && name.trim() === name && !unstorable.test(name);

const unstorable = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\uFEFF\uFFFD]/u;

/** The maximum number of entries in one report (`limits.usageBatchMax`), and the maximum number kept in memory. */
const batch = 5000;
const most = 50_000;
/** The timeout of one report, in milliseconds. */
const patience = 10_000;
