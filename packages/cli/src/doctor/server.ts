import type { ServerCondition, Status } from '@licet/contract';
import { type Finding, unless, well } from './finding.ts';

// What the running server says of itself, judged.

export function judged(status: Status): Finding[] {
  const { condition } = status;
  const findings = [
    well('Server', `Licet ${status.version}, up for ${status.uptimeSeconds} s`),
    setUp(status),
    cookies(status.issuer),
  ];
  if (!condition) return [...findings, well('Database', status.database)];
  return [
    ...findings,
    database(status.database, condition),
    clock(condition),
    pool(condition),
    proxy(status.issuer, condition),
    mail(condition),
    ...condition.jobs.filter(({ kind }) => kind !== 'mail').flatMap(queue),
  ];
}

function setUp({ setUp: done, issuer }: Status): Finding {
  return unless(!done, 'Set-up', done ? 'an administrator exists' : 'nobody is administrator yet', {
    why: 'Whoever has the code that was printed at the start can become administrator.',
    next: `Open ${issuer}/setup and enter the code.`,
  });
}

function cookies(issuer: string): Finding {
  const { protocol, hostname } = new URL(issuer);
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return well(
    'Cookies',
    protocol === 'https:' ? 'Secure' : here ? 'for this machine alone, without TLS' : 'not Secure',
  );
}

function database(name: string, { notReady }: ServerCondition): Finding {
  return unless(notReady !== null, 'Database', notReady ?? `${name}, with the schema of this version`, {
    why: 'Requests are refused with 503, and balancers send nothing here.',
    next: 'docs/operations/watching.md says under LicetNotReady what each of these sentences means.',
  });
}

function clock({ clockAheadSeconds: ahead }: ServerCondition): Finding {
  const off = Math.abs(ahead);
  const says =
    off < 1 ? 'goes as the database’s' : `${off.toFixed(0)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database’s`;
  return unless(off > 5, 'Clock', says, {
    why: 'Tokens are dated by this machine and ended by the database: they would be refused too early, or taken too long.',
    next: 'Let both machines keep time by NTP (timedatectl set-ntp true).',
  });
}

function pool({ pool: { inUse, waiting, most } }: ServerCondition): Finding {
  return unless(waiting > 0, 'Pool', `${inUse} of ${most} connections in use, ${waiting} requests wait`, {
    why: 'Every request needs a connection: those that wait are slow, or fail after five seconds.',
    next: 'Look at pg_stat_activity for what takes so long; if nothing does, add a server.',
  });
}

/** TLS ends elsewhere, so that every request comes from there. */
function proxy(issuer: string, { seesAddresses }: ServerCondition): Finding {
  const behind = issuer.startsWith('https:');
  const says = !behind
    ? 'none is needed'
    : seesAddresses
      ? 'trusted, or TLS ends here'
      : 'TLS ends elsewhere, and no proxy is trusted';
  return unless(behind && !seesAddresses, 'Proxy', says, {
    why: 'Every request seems to come from the proxy: wrong passwords of one make all others wait, and the log of sign-ins shows one address.',
    next: 'Set LICET_TRUSTED_PROXIES to the proxy’s address or network, and let it send X-Forwarded-For.',
  });
}

function mail({ mail: state, jobs }: ServerCondition): Finding {
  const queued = jobs.find(({ kind }) => kind === 'mail');
  const stuck = (queued?.putOff ?? 0) + (queued?.givenUp ?? 0);
  const says = {
    not_set: 'no mail server is set; links are shown to be passed on by hand',
    works: 'the mail server took the last mail',
    untried: 'a mail server is set, and not tried yet',
    fails: 'the mail server refused the last mail',
  }[state];
  const counted = stuck > 0 ? `${says}; ${queued?.putOff} tried again, ${queued?.givenUp} given up` : says;
  return unless(state === 'fails' || (state !== 'not_set' && stuck > 0), 'Mail', counted, {
    why: 'Invitations, links for forgotten passwords and warnings do not arrive.',
    next: 'Open Settings, Mail in the console: it shows what the server answered, and sends a test mail.',
  });
}

function queue({ kind, oldestSeconds, putOff, givenUp }: ServerCondition['jobs'][number]): Finding[] {
  const late = oldestSeconds > 300;
  if (!late && putOff + givenUp === 0) return [];
  const says = `${kind}: the oldest has waited ${Math.round(oldestSeconds)} s, ${putOff} tried again, ${givenUp} given up`;
  return [
    unless(true, 'Jobs', says, {
      why: late
        ? 'No server takes jobs of this kind.'
        : 'What was to be done elsewhere was not, such as signing people out of applications.',
      next: 'Look in the server’s log for what failed.',
    }),
  ];
}
