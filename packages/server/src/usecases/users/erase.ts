import {
  type Erasure,
  type ErasurePlan,
  type EventAction,
  erasedName,
  limits,
  type PlannedChange,
} from '@licet/contract';
import { ensureAuditKey, signCheckpointIn } from '../../audit/audit-keys.ts';
import { refuse } from '../../refusal.ts';
import { removeCredentials } from '../../store/credentials/credentials.ts';
import { type ErasedEvent, eraseFromChanges } from '../../store/erasure/changes.ts';
import { type ErasedTable, eraseFacts } from '../../store/erasure/facts.ts';
import { knownBy } from '../../store/erasure/known-by.ts';
import { referringTo, waitForCopies } from '../../store/erasure/referring.ts';
import { countTheRest, eraseTheRest } from '../../store/erasure/rest.ts';
import { type Change, changes, liftTimeLimit, type Next } from '../../store/kernel/change.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { deleteUser, findUser } from '../../store/users/users.ts';
import { actingOf } from '../authorise.ts';
import { requireFreshForLicet, requireFreshSignIn } from '../credentials/fresh.ts';
import { keepNamesOfErased } from '../erased-names.ts';
import { requireMayManage } from '../may-give.ts';
import { asPlanned, type Look, requireFirst } from '../plans/apply.ts';
import { setRecord } from '../plans/created-ids.ts';
import { alone } from '../plans/one-at-a-time.ts';
import { type Asked, answering, decided, draftAs } from '../use-case.ts';
import { handOver } from './hand-over.ts';

/** Runs on a draft: all changes are searched for the person, and no writer waits. */
export const erasurePlan = answering('users.erasurePlan', (asked) =>
  alone(asked, () => draftAs('users.erasurePlan', asked, (given) => eraseIn(given, true))),
);

/** An erasure cannot be undone: it requires an administrator with a fresh sign-in, or the operator. */
export const erase = answering('users.erase', async (asked) => {
  requireAdmin(asked);
  await ensureAuditKey(asked);
  const { handOver: body, digest } = asked.body;
  if (digest === undefined) return erased(asked);
  const params = { user: asked.params.user };
  const planned: PlannedChange[] = [
    ...(body ? [{ call: 'users.handOver' as const, params, body }] : []),
    { call: 'users.remove', params },
  ];
  return asPlanned(asked, { changes: planned, digest }, (look) => erased(asked, look));
});

/** Erases, after a hand-over if one is requested, in one transaction. The hand-over is a change set of its own. */
const erased = (asked: Asked<'users.erase'>, look?: Look): Promise<Erasure> =>
  changes(asked.database, actingOf(asked), async (next) => {
    let first = 0;
    const nextOf: Next = (work) =>
      next(async (change) => {
        // Waits before a review is locked, because a decision also locks the copying of names before its review.
        if (first === 0) await waitForCopies(change.connection);
        if (first === 0 && look) await requireFirst(change, look);
        first ||= change.no;
        return work(change);
      });
    const { handOver: body } = asked.body;
    if (body) {
      await handOver.inTurn(nextOf, { ...asked, body });
      await nextOf(async (change) => change.record(setRecord(change, { first }, { reason: '' })));
    }
    return nextOf(async (change) => {
      const {
        events: _,
        rows: __,
        ...counts
      } = await decided('users.erase', asked, change, (given) => eraseIn(given, false));
      await requireFreshForLicet(change, asked.caller, first);
      return counts;
    });
  });

type Given = Pick<Asked<'users.erase'>, 'access' | 'caller' | 'params' | 'database' | 'secrets' | 'issuer'> & {
  readonly change: Change;
};

async function eraseIn(given: Given, planned: boolean): Promise<ErasurePlan> {
  const { change, access, caller, params, database, secrets, issuer } = given;
  const { connection } = change;
  requireAdmin({ access });
  if (!planned && caller.kind !== 'operator') await requireFreshSignIn(change, caller, 'erasure');
  const known = await knownBy(connection, params.user);
  if (!known) refuse('not_found', 'user_never_known', { user: params.user });
  if (!planned) {
    await liftTimeLimit(change);
    // Signs the state before the erasure: this checkpoint proves that the chain was intact before the removal below.
    await signCheckpointIn(connection, { database, secrets, issuer });
  }
  const user = await findUser(change, params.user);
  if (user) await requireMayManage(change, access, user);
  const referring = await referringTo(change, known.id);
  const others = await countTheRest(connection, known, referring.theirs);
  if (user) {
    await deleteUser(change, user.id);
    await change.sideEffects(async () => {
      await removeCredentials(connection, [user.id]);
      await endSessionsOf(change, user.id);
    });
  }
  const events = await eraseFromChanges(change, known, referring, planned);
  const facts = await eraseFacts(change, known, referring);
  await change.sideEffects(() => keepNamesOfErased(change, secrets, known));
  await change.sideEffects(() => eraseTheRest(connection, known, referring.theirs));
  const counts = {
    deletes: user !== undefined,
    changes: events.length,
    facts: sumOf(facts),
    others: sumOf(others),
  };
  if (counts.changes + counts.facts + counts.others === 0) refuse('wrong_state', 'user_erased', {});
  change.record({
    action: 'user.erased',
    ...(access.userId === known.id && { actorName: erasedName }),
    target: { kind: 'user', id: known.id, name: erasedName },
    after: counts,
  });
  return { ...counts, events: listed(events), rows: [...facts, ...others] };
}

const sumOf = (tables: readonly ErasedTable[]) => tables.reduce((sum, { rows }) => sum + rows, 0);

/** Sorts unexpected events first: those about another object, and those by another user. */
const listed = (events: readonly ErasedEvent[]): ErasurePlan['events'] =>
  [...events]
    .sort((one, other) => surprise(other) - surprise(one) || other.no - one.no)
    .slice(0, limits.erasureEvents.value)
    .map(({ no, at, action, targetKind, targetId, targetName, takenOut }) => ({
      no,
      at,
      action: action as EventAction,
      takesOut: [...takenOut],
      target: { kind: targetKind, id: targetId, name: targetName },
    }));

const surprise = ({ reference, takenOut }: ErasedEvent) =>
  reference === 'of_them' || reference === 'of_theirs' || takenOut.every(({ field }) => field === 'actor') ? 0 : 1;

function requireAdmin({ access }: Pick<Asked<'users.erase'>, 'access'>): void {
  if (access.isAdmin) return;
  refuse('forbidden', 'administrators_erase', {});
}
