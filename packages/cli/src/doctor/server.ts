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
    ...(clockAheadSeconds === null ? [] : [clock(clockAheadSeconds, 'the database’s')]),
    pool(condition),
    proxy(status.issuer, condition),
    ...mail(condition),
    ...(condition.jobs ?? []).filter(({ kind }) => kind !== 'mail').flatMap(jobs),
  ];
}

function setUp({ setUp: done, issuer }: Status): Finding[] {
  if (done === null) return [];
  const found = unless(!done, 'Set-up', done ? 'an administrator exists' : 'nobody is administrator yet', {
    why: 'Whoever has the code that was printed at the start can become administrator.',
    next: `Open ${issuer}/setup and enter the code.`,
  });
  return [found];
}

function ready({ notReady }: ServerCondition): Finding {
  return unless(notReady !== null, 'Ready', notReady ?? 'requests are answered', {
    why: 'Requests are refused with 503, and balancers send nothing here.',
    next: 'docs/operations/watching.md says under LicetNotReady what each of these sentences means.',
  });
}

function pool({ pool: { inUse, waiting, most } }: ServerCondition): Finding {
  return unless(
    waiting > 0 || inUse >= most,
    'Pool',
    `${inUse} of ${most} connections in use, ${waiting} requests wait`,
    {
      why: 'Every request needs a connection: those that wait are slow, or fail after five seconds.',
      next: 'Look at pg_stat_activity for what takes so long; if nothing does, add a server.',
    },
  );
}

/**
 * Checks the configuration of the proxy. If the proxy provides TLS, the server must trust the caller's address that the
 * proxy reports.
 */
function proxy(issuer: string, { seesAddresses, ownTls, forwarderTrusted }: ServerCondition): Finding {
  if (!issuer.startsWith('https:')) return well('Proxy', 'none is needed');
  if (ownTls) return well('Proxy', 'TLS ends here');
  const says = !seesAddresses
    ? 'TLS ends elsewhere, and no proxy is trusted'
    : forwarderTrusted === false
      ? 'X-Forwarded-For comes from an address that is no trusted proxy'
      : forwarderTrusted === null
        ? 'a proxy is trusted, and no X-Forwarded-For came yet'
        : 'trusted, and names who asks';
  const given = {
    why: 'Every request seems to come from the proxy: wrong passwords of one make all others wait, and the log of sign-ins shows one address.',
    next: 'Set LICET_TRUSTED_PROXIES to the address that the proxy’s requests come from, and let it send X-Forwarded-For (deploy/proxy has recipes).',
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
    not_set: 'no mail server is set; links are shown to be passed on by hand',
    works: 'the mail server answered when it was last tried',
    untried: 'a mail server is set, and not tried yet',
    fails: 'the mail server failed when it was last tried',
  }[state];
  const counted = putOff + givenUp > 0 ? `${says}; ${putOff} to be tried again, ${givenUp} given up` : says;
  // Failed mails are sent again automatically once the mail server answers.
  return [mailFails(state === 'fails' || (state !== 'not_set' && givenUp > 0), counted)];
}
