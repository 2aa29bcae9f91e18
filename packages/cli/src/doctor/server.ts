import type { ServerCondition, Status } from '@licet/contract';
import { clock, type Finding, jobs, mailFails, unless, unseen, well } from './finding.ts';

// Returns the findings about the running server's report.

export function judged(status: Status): Finding[] {
  const { condition } = status;
  const findings = [well('Server', `Licet ${status.version}, up for ${status.uptimeSeconds} s`), ...setUp(status)];
  if (!condition) return findings;
  const { clockAheadSeconds } = condition;
  return [
    ...findings,
    ready(condition),
    ...(clockAheadSeconds === null ? [] : [clock(clockAheadSeconds, 'the clock of the database')]),
    pool(condition),
    ...space(condition),
    proxy(status.issuer, condition),
    ...mail(condition),
    ...(condition.jobs ?? []).filter(({ kind }) => kind !== 'mail').flatMap(jobs),
  ];
}

function setUp({ setUp: done, issuer }: Status): Finding[] {
  if (done === null) return [];
  const found = unless(!done, 'Set-up', done ? 'an administrator exists' : 'there is no administrator yet', {
    why: 'Anyone with the code that was printed at the start can become administrator.',
    next: `Open ${issuer}/setup and enter the code.`,
  });
  return [found];
}

function ready({ notReady }: ServerCondition): Finding {
  return unless(notReady !== null, 'Ready', notReady ?? 'requests are answered', {
    why: 'Requests are refused with 503, and load balancers send no traffic here.',
    next: 'See LicetNotReady in docs/operations/watching.md for what each of these sentences means.',
  });
}

function pool({ pool: { inUse, waiting, most } }: ServerCondition): Finding {
  return unless(
    waiting > 0 || inUse >= most,
    'Pool',
    `${inUse} of ${most} connections in use, ${waiting} requests waiting`,
    {
      why: 'Every request needs a connection. Waiting requests are slow, or fail after five seconds.',
      next: 'Check pg_stat_activity for long statements. If there are none, add a server.',
    },
  );
}

/** PostgreSQL does not report free space, so the finding is about changes that failed. */
function space({ databaseFullSeconds }: ServerCondition): Finding[] {
  if (databaseFullSeconds === undefined) return [];
  const isFull = databaseFullSeconds !== null;
  const says = isFull
    ? `a change failed ${databaseFullSeconds} s ago, because the disk of the database is full`
    : 'no change has just failed for lack of space';
  return [
    unless(isFull, 'Space', says, {
      why: 'Nobody can sign in or change anything until the database can write again.',
      next: 'Free up space on the disk of PostgreSQL, or make it larger. Licet continues by itself.',
    }),
  ];
}

/**
 * Checks the configuration of the proxy. If the proxy provides TLS, the server must trust the caller's address that the
 * proxy reports.
 */
function proxy(issuer: string, { seesAddresses, ownTls, forwarderTrusted }: ServerCondition): Finding {
  if (!issuer.startsWith('https:')) return well('Proxy', 'none is needed');
  if (ownTls) return well('Proxy', 'TLS ends here');
  const says = !seesAddresses
    ? 'TLS ends elsewhere, but no proxy is trusted'
    : forwarderTrusted === false
      ? 'X-Forwarded-For comes from an address that is not a trusted proxy'
      : forwarderTrusted === null
        ? 'a proxy is trusted, but no X-Forwarded-For has arrived yet'
        : 'trusted, and passes on the address of the caller';
  const given = {
    why: 'All requests seem to come from the proxy: wrong passwords of one user slow down everyone, and the sign-in log shows only one address.',
    next: 'Set LICET_TRUSTED_PROXIES to the address that the proxy’s requests come from, and let the proxy send X-Forwarded-For (deploy/proxy has recipes).',
  };
  // This server has not received a request through a proxy. The public address may lead to another server.
  if (seesAddresses && forwarderTrusted === null) return unseen('Proxy', says, given);
  return unless(!seesAddresses || !forwarderTrusted, 'Proxy', says, given);
}

function mail({ mail: state, jobs: queues }: ServerCondition): Finding[] {
  if (state === null) return [];
  const queued = queues?.find(({ kind }) => kind === 'mail');
  const { putOff = 0, givenUp = 0 } = queued ?? {};
  const says = {
    not_set: 'no mail server is set; links are shown for you to pass on',
    works: 'the mail server answered the last attempt',
    untried: 'a mail server is set, but has not been tried yet',
    fails: 'the mail server failed at the last attempt',
  }[state];
  const counted = putOff + givenUp > 0 ? `${says}; ${putOff} to be tried again, ${givenUp} given up` : says;
  // Failed mails are sent again automatically once the mail server answers.
  return [mailFails(state === 'fails' || (state !== 'not_set' && givenUp > 0), counted)];
}
