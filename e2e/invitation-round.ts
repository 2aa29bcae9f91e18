import { testSmtp } from '../packages/server/src/mail/smtp.testing.ts';
import { type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from './licet.ts';

export interface RoundOutcome {
  /** Milliseconds until the call stored the list and responded, and until the last mail was queued. */
  readonly asked: number;
  readonly queued: number;
  /** The number of mails that were queued, and that had arrived, when the server was killed. */
  readonly atKill: { readonly queued: number; readonly arrived: number };
  readonly resumed: number;
  readonly all: number;
  /** The number of mails that the mail server received, and the number of their recipients. */
  readonly mails: number;
  readonly people: number;
  /** The number of users who received the same mail twice, under one Message-ID. */
  readonly twice: number;
  readonly differentTwice: number;
}

/** The mail server of the test runs on this machine. */
const allowed = { LICET_ALLOW_OUTGOING: '127.0.0.1' };

/**
 * Invites users in a round on a real server with a real mail server, and kills the server (SIGKILL) during queueing or sending. The next
 * process continues with the same data directory.
 */
export async function inviteAndKill(count: number, when: 'queueing' | 'sending'): Promise<RoundOutcome> {
  const smtp = await testSmtp();
  let licet = await startLicet({ environment: { ...withAdministrator, ...allowed } });
  const { dataDirectory } = licet;
  try {
    const change = await importPeople(licet, count);
    await licet.operator.mail.configure({
      body: {
        host: '127.0.0.1',
        port: smtp.server.port,
        security: 'none',
        username: null,
        fromAddress: 'licet@aurelia.example',
        fromName: 'Aurelia',
        language: 'en',
      },
    });
    const since = performance.now();
    const passed = () => performance.now() - since;
    const { round } = await licet.operator.users.invite({ body: { filter: { import: change } } });
    const asked = passed();
    const now = () => licet.operator.invitations.get({ params: { round: round ?? '' } });
    const until = async (what: (it: Awaited<ReturnType<typeof now>>) => boolean) => {
      for (;;) {
        const it = await now();
        if (what(it)) return it;
        if (passed() > 1_200_000) throw new Error(`The round makes no progress: ${JSON.stringify(it)}`);
        await new Promise((resolve) => setTimeout(resolve, when === 'queueing' ? 5 : 50));
      }
    };
    let queued = 0;
    if (when === 'sending') {
      await until(({ looked, total }) => looked === total);
      queued = passed();
      await until(({ mails }) => mails.sent > count / 4);
    } else await until((it) => it.queued > 0);
    const before = await now();
    await licet.kill();
    const atKill = { queued: before.queued, arrived: smtp.recipients.length };
    licet = await startLicet({ dataDirectory, environment: allowed });
    const resumed = passed();
    await until(({ mails }) => mails.sent === count);
    const ids = new Map<string, Set<string>>();
    for (const { to, messageId } of smtp.mails)
      for (const { address = '' } of to ?? []) ids.set(address, (ids.get(address) ?? new Set()).add(messageId ?? ''));
    return {
      asked,
      queued,
      atKill,
      resumed,
      all: passed(),
      mails: smtp.mails.length,
      people: ids.size,
      twice: smtp.mails.length - ids.size,
      differentTwice: [...ids.values()].filter((of) => of.size > 1).length,
    };
  } finally {
    await licet.stop();
    await smtp.close();
    removeDataDirectory(dataDirectory);
  }
}

/** Imports users. Returns the number of the change. */
async function importPeople({ operator }: RunningLicet, count: number): Promise<number> {
  const lines = Array.from({ length: count }, (_, n) => ({
    user: {
      username: `person-${n}`,
      email: `person-${n}@aurelia.example`,
      name: `Person ${n}`,
      suspended: false,
      groups: [],
      roles: [],
    },
  }));
  const end = { end: { system: 'csv', digest: '0'.repeat(64), leftOut: 0 } };
  const response = await operator.operator.importDirectory({
    query: {},
    body: [...lines, end].map((line) => JSON.stringify(line)).join('\n'),
  });
  const last = JSON.parse((await response.text()).trim().split('\n').at(-1) ?? '') as { report: { change: number } };
  return last.report.change;
}
