import { erasedName } from '@licet/contract';
import { breathing } from '../../../breathing.ts';
import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import { grantsNow, type PresentGrant } from '../../../store/reverts/around.ts';
import type { FactHistory, Row } from '../../../store/reverts/histories.ts';
import { idIn, isDeletedByRevert, joined, keyOf, missing, nameOf, phases, type Target, type Work } from './parts.ts';

/** Restores grants to their state before their last reverted changes. */
export async function turnGrants(work: Work, snapshot: Snapshot): Promise<void> {
  const grants = work.histories.filter(({ table }) => table === 'grants');
  const back = grants.filter((history) => !history.present);
  const standing = await grantsNow(
    snapshot,
    back.map(principalOf),
    back.map((history) => givesOf(history).id),
  );
  const revoked = new Set(grants.filter((history) => isDeletedByRevert(work, history)).map(({ key }) => key));
  // The last revoked grant is restored first, because a restored grant can block one that was revoked before it.
  const others = new Map<string, PresentGrant[]>();
  for (const grant of standing) if (!revoked.has(grant.id)) note(others, grant);
  const breathe = breathing();
  for (const history of grants.toSorted((a, b) => (b.turns.at(-1)?.no ?? 0) - (a.turns.at(-1)?.no ?? 0))) {
    turnGrant(work, history, others);
    await breathe();
  }
}

/** Grants that exist or are restored, by principal and by what they give. A map, because one revert can restore thousands. */
type Standing = Map<string, PresentGrant[]>;
const placeOf = (principal: string, gives: string) => `${principal} ${gives}`;

function note(standing: Standing, grant: PresentGrant): void {
  const place = placeOf(grant.principal, grant.grantedId);
  const there = standing.get(place);
  if (there) there.push(grant);
  else standing.set(place, [grant]);
}

function turnGrant(work: Work, history: FactHistory, standing: Standing): void {
  const { before, own, foreign } = history.tail(work.asked);
  const { present: now } = history;
  const event = own.at(-1)?.no ?? history.turns.findLast(({ no }) => work.asked.has(no))?.no ?? 0;
  const gives = givesOf(history);
  const ends = [principalOf(history), gives.id];
  const target = joined('grant', nameOf(work, gives.id), 'to', nameOf(work, principalOf(history)));
  const application = keyOf(work, gives.id);
  if (ends.some((id) => work.ignored.has(id))) return;
  if (foreign !== undefined) {
    // `already`: another user has revoked the grant since.
    const why = !before && !now ? 'already' : 'changed_since';
    if (!sameGrant(before, now)) work.cannot.push({ event, why, target, by: foreign });
    else if (!before) work.cannot.push({ event, why: 'already', target, by: foreign });
    return;
  }
  if (now && !before) {
    if (ends.some((id) => work.removed.has(id)) || work.removed.has(history.text('app_id'))) return;
    if (endOf(now) <= work.at) work.cannot.push({ event, why: 'already', target, by: null, what: endOf(now) });
    else
      work.steps.push({
        change: { call: 'grants.revoke', params: { application, grant: history.key } },
        target,
        event,
        phase: phases.revoke,
      });
    return;
  }
  if (!before || sameGrant(before, now)) return;
  if (endOf(before) <= work.at) work.cannot.push({ event, why: 'over_by_now', target, by: null, what: endOf(before) });
  else if (now && endOf(now) > work.at)
    work.steps.push({
      change: {
        call: 'grants.update',
        params: { application, grant: history.key },
        body: { ends: ending(before), reason: reasonOf(before) },
      },
      target,
      event,
      phase: phases.grant,
    });
  else restore(work, history, before, { event, target, ends, standing });
}

function restore(
  work: Work,
  history: FactHistory,
  before: Row,
  of: { event: number; target: Target; ends: readonly string[]; standing: Standing },
): void {
  const { event, target, ends, standing } = of;
  if (missing(work, event, target, ends)) return;
  const starts = startOf(before);
  const gives = givesOf(history);
  const principal = principalOf(history);
  const other = standing
    .get(placeOf(principal, gives.id))
    ?.find(
      (grant) =>
        grant.id !== history.key && grant.starts < endOf(before) && grant.ends > (starts > work.at ? starts : work.at),
    );
  if (other) {
    work.cannot.push({ event, why: 'exists_again', target, by: other.no });
    return;
  }
  note(standing, {
    id: history.key,
    principal,
    grantedId: gives.id,
    starts,
    ends: endOf(before),
    no: history.turns[0]?.no ?? 0,
  });
  const kind = String(history.field('principal_kind')) as 'user' | 'group' | 'client';
  work.steps.push({
    change: {
      call: 'grants.create',
      params: { application: keyOf(work, gives.id) },
      body: {
        principal: { kind, id: idIn(work, principalOf(history)) },
        gives: { kind: gives.kind, id: idIn(work, gives.id) },
        ...(starts > work.at && { starts }),
        ends: ending(before),
        reason: reasonOf(before),
      },
    },
    target,
    event,
    phase: phases.grant,
  });
}

const principalOf = (history: FactHistory) => history.text('principal_id');

const givesOf = (history: FactHistory): { kind: 'role' | 'permission'; id: string } => {
  const role = history.text('role_id');
  return role === '' ? { kind: 'permission', id: history.text('permission_id') } : { kind: 'role', id: role };
};

// Instants are ISO 8601 in UTC with microseconds, and `infinity` sorts after every digit.
const startOf = ({ fields }: Row) => String(fields.starts);
const endOf = ({ fields }: Row) => String(fields.ends);
const ending = (row: Row) => (endOf(row) === 'infinity' ? null : endOf(row));
const reasonOf = ({ fields }: Row) => (fields.reason === erasedName ? '' : String(fields.reason));

const sameGrant = (one: Row | undefined, other: Row | undefined) =>
  one === other || (one && other && endOf(one) === endOf(other) && reasonOf(one) === reasonOf(other));
