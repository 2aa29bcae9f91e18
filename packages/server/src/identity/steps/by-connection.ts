import { Refusal } from '../../refusal.ts';
import type { StoredProvider } from '../../store/connections/connections.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { findAccount } from '../../store/sign-in/accounts.ts';
import { noteProved, noteRefusal } from '../../store/sign-in/upstream-sign-ins.ts';
import { accountOf, saidOf } from '../connections/account-of.ts';
import type { Proved } from '../connections/external-provider.ts';
import { type ConnectionParts, comeBack, keptWithSession } from '../connections/leave-and-return.ts';
import { settleGroups } from '../connections/mapped-groups.ts';
import { type SignInWay, upstreamWay } from '../factors/assurance.ts';
import { writeLine } from '../factors/attempts.ts';
import { goOn, type PageVisit, type StepOutcome, type StepParts } from './sign-in.ts';

/**
 * With an account elsewhere, as first factor, or as both where the connection says which words of the provider mean two. Why nothing came
 * of it is noted for the page.
 * @throws Refusal `begin_again`, `provider_…`, `identity_unknown`, and as `makeUser`
 */
export async function signInByConnection(
  parts: StepParts & ConnectionParts,
  visit: PageVisit & { readonly uid: string },
  answer: URLSearchParams,
): Promise<StepOutcome> {
  const { database } = parts;
  const purpose = { kind: 'sign-in', uid: visit.uid } as const;
  try {
    const { connection, proved } = await comeBack(parts, purpose, answer, visit.now);
    const account = await accountOf(parts, visit, connection, proved);
    const keep = { ...keptWithSession(parts, connection, proved, visit.now), user: account.id };
    await noteProved(poolOf(database), purpose, answer.get('state') ?? '', keep, visit.now);
    await settleGroups(database, connection, proved.groups, account);
    // Groups can make somebody more than they were a moment ago; what has ended their sign-ins since has ended this one.
    const settled = (await findAccount(database, account.id)) ?? account;
    return await goOn(parts, visit, settled, [wayOf(connection, proved)], { epoch: account.epoch });
  } catch (error) {
    const state = answer.get('state');
    if (error instanceof Refusal && state !== null) {
      if (error.problem.code !== 'begin_again') await writeLine(database, visit, null, 'provider_refused', 'provider');
      await noteRefusal(poolOf(database), purpose, state, error.problem, visit.now);
    }
    throw error;
  }
}

const wayOf = ({ twoFactorValues }: StoredProvider, proved: Proved): SignInWay =>
  upstreamWay(saidOf(proved), twoFactorValues);
