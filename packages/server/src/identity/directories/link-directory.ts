import { identityKey, typedName } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { findConnection, type StoredDirectory } from '../../store/connections/connections.ts';
import {
  nameFailures,
  networkFailures,
  refundAttempt,
  resetFailures,
  sessionFailures,
} from '../../store/credentials/throttle.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { findRules } from '../../store/policy/policy.ts';
import { findSignInAccount } from '../../store/sign-in/accounts.ts';
import type { RequestSource } from '../../usecases/context.ts';
import type { Proved } from '../connections/external-provider.ts';
import type { ConnectionParts } from '../connections/leave-and-return.ts';
import { chargeOrRefuse, type Log, refuseWay, writeLine } from '../factors/attempts.ts';
import type { Hashing } from '../factors/hashing.ts';
import { countedAt, provedBy, type Right, type Tries, tryEntry } from './by-directory.ts';

/** The signed-in user who claims an entry, and the session and origin of the request. */
export interface Claimant {
  readonly userId: string;
  readonly sessionId: string;
  readonly origin: RequestSource;
}

/**
 * Lets a signed-in user prove by name and password that a directory entry is theirs.
 * - An attacker could use this to guess passwords, so attempts count for the name, the entry, the network and the
 * session.
 * - Every failure gets the same answer.
 * - A success resets only the entry's counter, because the name may also belong to another user of Licet.
 * @throws Refusal `way_refused`, `not_found`, `sign_in_failed`, `throttled`, `locked`, `provider_unreachable`,
 * `provider_wrong`
 */
export async function proveEntry(
  parts: ConnectionParts & { readonly hashing: Pick<Hashing, 'verify'> },
  typed: { readonly connection: string; readonly login: string; readonly password: string },
  { userId, sessionId, origin }: Claimant,
): Promise<{ readonly connection: StoredDirectory; readonly proved: Proved }> {
  const { database } = parts;
  const now = await readClock(database);
  const connection = await enabledDirectory(parts, typed.connection, now);
  const log: Log = (outcome) => writeLine(database, { origin, client: null, now }, userId, outcome, 'directory');
  const somebody = await findSignInAccount(database, typed.login);
  const charged = [
    sessionFailures(sessionId),
    networkFailures(origin.address),
    nameFailures(identityKey(typed.login), somebody !== undefined),
  ];
  await chargeOrRefuse(database, charged, log, now);
  const takeBack = () => Promise.all(charged.map((counter) => refundAttempt(database, counter)));
  const answer: { right?: Right } = {};
  const tries: Tries = new Map();
  const fits = async () => {
    const checked = await tryEntry(
      parts,
      { connection, lookup: { login: typedName(typed.login) } },
      typed,
      { now },
      tries,
    );
    if (checked.kind === 'right') answer.right = checked;
    return checked.kind === 'right';
  };
  await parts.hashing.verify({ hash: null, fits }, typed.password).catch(async (error: unknown) => {
    await takeBack();
    await log('provider_refused');
    throw error;
  });
  const { right } = answer;
  if (!right) {
    await log('wrong_password');
    return refuse('sign_in_failed', 'directory_password_wrong', { connection: connection.name });
  }
  await takeBack();
  await resetFailures(database, countedAt(tries, connection, right));
  return { connection, proved: provedBy(connection, right) };
}

async function enabledDirectory({ database }: ConnectionParts, id: string, now: string): Promise<StoredDirectory> {
  const { ways } = await findRules(poolOf(database));
  if (!ways.includes('provider')) refuseWay('provider');
  const connection = await findConnection({ connection: poolOf(database), at: now }, id);
  if (connection?.enabled && connection.kind === 'ldap') return connection;
  return refuse('not_found', 'directory_closed', {});
}
