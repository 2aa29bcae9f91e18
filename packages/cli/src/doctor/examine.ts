import type { Status } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { ApiError } from '@licet/contract/client';
import type { Here } from '@licet/server/doctor';
import { NotRunningError, operatorClient } from '../connection.ts';
import { judgedDatabase } from './database.ts';
import { encryption } from './encryption.ts';
import { type Finding, unless, unseen } from './finding.ts';
import { backups, checkpoints } from './folders.ts';
import { certificate, disk, keyFile } from './machine.ts';
import { publicAddress } from './public-address.ts';
import { judged } from './server.ts';

/** All that the doctor sees. */
export interface Examined {
  readonly here: Here;
  readonly status: Status | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Looks at everything, whether the server runs and answers or not: what it cannot look at it says. The public address comes first, so
 * that the server has seen a request that came that way when it is asked about its proxy.
 */
export async function examine(data: string | undefined, settings: string | undefined): Promise<Examined> {
  const { lookHere } = await import('@licet/server/doctor');
  const here = await lookHere({ data, settings });
  const { dataDirectory } = here;
  const api = () => operatorClient({ data: dataDirectory });
  const { status: first } = await ask(api);
  const issuer = first?.issuer ?? here.issuer;
  const pool = first?.condition?.pool;
  const full = pool !== undefined && pool.inUse >= pool.most;
  const outside = [...(await publicAddress(issuer, full)), ...(await certificate(issuer))];
  const { status, why } = await ask(api);
  const condition = status?.condition;
  const findings = [
    ...set(here),
    ...(status ? judged(status) : [silent(why, dataDirectory)]),
    ...judgedDatabase(here, condition != null && condition.jobs !== null),
    ...outside,
    await chain(api, status !== undefined, full),
    ...(status ? await sealedWith(api) : []),
    ...checkpoints(condition ? condition.checkpoints : here.checkpoints),
    ...backups(condition ? condition.backups : here.backups),
    disk(dataDirectory),
    keyFile(dataDirectory),
  ];
  return { here, status, findings };
}

/** An older server does not know the question, and one that answers no more has been told of. */
const sealedWith = async (api: () => Client): Promise<Finding[]> =>
  api()
    .operator.encryption()
    .then(encryption, () => []);

interface Asked {
  readonly status?: Status;
  readonly why: string;
}

async function ask(api: () => Client): Promise<Asked> {
  try {
    const status = await Promise.race([api().operator.status(), late()]);
    return status === undefined ? { why: 'it runs, and did not answer within 10 s' } : { status, why: '' };
  } catch (error) {
    if (error instanceof NotRunningError) return { why: error.belongs ? belongs : 'none runs on the data directory' };
    return { why: error instanceof ApiError ? `it answered ${error.problem.status}` : 'it did not answer' };
  }
}

const belongs = 'the data directory belongs to somebody else';
const late = () => new Promise<undefined>((resolve) => setTimeout(resolve, 10_000, undefined).unref());

function silent(why: string, directory: string): Finding {
  if (why === belongs)
    return unseen('Server', why, {
      why: 'Only its owner may ask the server what it knows.',
      next: `Run this as the owner of ${directory}, or name another directory with --data.`,
    });
  return unless(true, 'Server', why, {
    why: 'Nobody can sign in here.',
    next: `Look at what it said last (journalctl -u licet, docker logs), mend what is amiss below, then start it again. If it runs elsewhere than on ${directory}, name its directory with --data.`,
  });
}

function set({ mistakes, unknown }: Here): Finding[] {
  const said = [
    ...mistakes,
    ...(unknown.length > 0
      ? [`${unknown.join(', ')}: there ${unknown.length === 1 ? 'is no such setting' : 'are no such settings'}.`]
      : []),
  ];
  return [
    unless(
      said.length > 0,
      'Settings',
      said.length > 0 ? said.join(' ') : 'those that this command was given can be read',
      {
        why: mistakes.length > 0 ? 'Licet does not start with these.' : 'What was meant by it is not in effect.',
        next: 'Correct them where the server gets them, and start it again.',
      },
    ),
  ];
}

async function chain(api: () => Client, answered: boolean, full: boolean): Promise<Finding> {
  const given = {
    why: 'Somebody may have changed what was recorded, past Licet.',
    next: 'Run this again when the server answers, or verify an export (docs/operations/audit.md).',
  };
  if (!answered) return unseen('Audit chain', 'the server, which reads it, did not answer', given);
  if (full) return unseen('Audit chain', 'the server has no connection left to read it by', given);
  try {
    const { whole, events, said } = await api().audit.verify();
    return unless(!whole, 'Audit chain', whole ? `whole, ${events} changes` : (said ?? 'broken'), {
      why: 'Somebody has changed what was recorded, past Licet.',
      next: 'Keep the database as it is, and compare that place with a backup; docs/operations/audit.md says how.',
    });
  } catch {
    return unseen('Audit chain', 'the server could not read it now', given);
  }
}
