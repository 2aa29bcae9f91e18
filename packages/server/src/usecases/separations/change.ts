import { limits, type Principal, type Separation, type SeparationException } from '@licet/contract';
import { fault, refuse } from '../../refusal.ts';
import type { Change } from '../../store/kernel/change.ts';
import {
  endException as endIn,
  findException,
  hasException,
  insertException,
  moveException,
  placeOfEnd,
} from '../../store/separation-exceptions/separation-exceptions.ts';
import {
  countSeparations,
  deleteSeparation,
  insertSeparation,
  updateSeparation,
} from '../../store/separations/separations.ts';
import { requireInstant } from '../grants/change.ts';
import { principalRecord, refuseFields, requireVersion } from '../require.ts';
import { changing } from '../use-case.ts';
import { allPartsAllowed, elementsOf, requireHolder, requirePerson, requireSeparation } from './require.ts';

export const create = changing('separations.create', async ({ change, body }) => {
  requirePerson(change.actor);
  const most = limits.separationsMax.value;
  if ((await countSeparations(change)) >= most) refuse('invalid_request', 'separations_full', { most });
  const { atMost, elements } = await elementsOf(change, body);
  const id = await insertSeparation(change, { name: body.name, why: body.why ?? '', atMost }, elements);
  const created = await requireSeparation(change, id);
  change.record({ action: 'separation.created', target: target(created), after: record(created) });
  return created;
});

export const update = changing('separations.update', async ({ change, params, body, ifMatch }) => {
  requirePerson(change.actor);
  const before = await requireSeparation(change, params.separation);
  requireVersion(before, ifMatch);
  const atMost = body.atMost ?? before.atMost;
  const chosen = body.parts && (await elementsOf(change, { parts: body.parts, atMost }));
  const parts = (body.parts ?? before.parts).length;
  if (atMost >= parts) refuseFields([allPartsAllowed(parts)]);
  const fields = { name: body.name ?? before.name, why: body.why ?? before.why, atMost };
  await updateSeparation(change, before.id, fields, chosen?.elements);
  const after = await requireSeparation(change, before.id);
  const [was, is] = forEvent(before, after);
  change.record({ action: 'separation.changed', target: target(after), before: was, after: is });
  return after;
});

export const remove = changing('separations.remove', async ({ change, params, ifMatch }) => {
  requirePerson(change.actor);
  const before = await requireSeparation(change, params.separation);
  requireVersion(before, ifMatch);
  await deleteSeparation(change, before.id);
  change.record({ action: 'separation.deleted', target: target(before), before: record(before) });
});

/** Creates an exception, which allows another user to break a separation rule until a given end. */
export const except = changing('separations.except', async ({ change, access, params, body }) => {
  requirePerson(change.actor);
  const separation = await requireSeparation(change, params.separation);
  const holder = await requireHolder(change, body.holder);
  if (holder.id === access.userId) refuse('own_exception', 'exception_own', { separation: separation.name });
  const ends = requireInstant(body.ends, '/ends');
  await requireEnd(change, ends);
  if (await hasException(change, separation.id, holder.id))
    refuse('already_exists', 'exception_exists', { holder: holder.name, separation: separation.name });
  const id = await insertException(change, separation.id, holder.id, ends);
  change.record({
    action: 'separation.excepted',
    target: exceptionTarget(id, holder, separation),
    after: { separation: separation.name, who: principalRecord(holder), ends, reason: body.reason },
  });
  const created = await requireException(change, separation, id);
  return { ...created, by: change.actor.name, reason: body.reason };
});

/**
 * Changes the end of an exception. A later end for the caller's own exception must be set by another user, as for a new
 * exception.
 */
export const changeException = changing(
  'separations.changeException',
  async ({ change, access, params, body, ifMatch }) => {
    requirePerson(change.actor);
    const separation = await requireSeparation(change, params.separation);
    const before = await requireLasting(change, separation, params.exception);
    requireVersion(before, ifMatch);
    const ends = requireInstant(body.ends, '/ends');
    if (before.holder.id === access.userId && ends > before.ends)
      refuse('own_exception', 'exception_own_longer', { separation: separation.name });
    await requireEnd(change, ends);
    await moveException(change, before, ends);
    const after = await requireException(change, separation, before.id);
    const values = { separation: separation.name, who: principalRecord(before.holder) };
    change.record({
      action: 'separation.exception_changed',
      target: exceptionTarget(before.id, before.holder, separation),
      before: { ...values, ends: before.ends },
      after: { ...values, ends: after.ends },
    });
    return after;
  },
);

export const endException = changing('separations.endException', async ({ change, params, ifMatch }) => {
  requirePerson(change.actor);
  const separation = await requireSeparation(change, params.separation);
  const exception = await requireLasting(change, separation, params.exception);
  requireVersion(exception, ifMatch);
  await endIn(change, exception.id);
  change.record({
    action: 'separation.exception_ended',
    target: exceptionTarget(exception.id, exception.holder, separation),
    before: { separation: separation.name, who: principalRecord(exception.holder), ends: exception.ends },
  });
});

/** @throws Refusal `in_the_past`, `invalid_request` */
async function requireEnd(change: Change, ends: string): Promise<void> {
  const longest = limits.exceptionLongest.value;
  const { past, far } = await placeOfEnd(change, ends, longest);
  if (past) refuse('in_the_past', 'exception_over', {});
  if (far) refuseFields([fault({ pointer: '/ends' }, 'exception_too_long', { longest })]);
}

/**
 * An exception that has not ended.
 * @throws Refusal `not_found`, `wrong_state`
 */
async function requireLasting(change: Change, separation: Separation, id: string): Promise<SeparationException> {
  const exception = await requireException(change, separation, id);
  if (exception.state === 'ended')
    refuse('wrong_state', 'exception_ended', { holder: exception.holder.name, separation: separation.name });
  return exception;
}

/** @throws Refusal `not_found` */
async function requireException(change: Change, separation: Separation, id: string) {
  return (
    (await findException(change, separation.id, id)) ??
    refuse('not_found', 'exception_unknown', { separation: separation.name, id })
  );
}

const target = ({ id, name }: Separation) => ({ kind: 'separation', id, name });
/** The target names the holder, so erasing the holder also erases the exception's reason. */
const exceptionTarget = (id: string, { name }: Principal, separation: Separation) => ({
  kind: 'exception',
  id,
  name: `${name} from ${separation.name}`,
});
/**
 * A changed rule in an event, before and after. Long parts that did not change are left out, because the audit log
 * keeps them for ever (decision 97).
 */
function forEvent(...both: readonly [Separation, Separation]) {
  const [was, is] = [record(both[0]), record(both[1])];
  const parts = JSON.stringify(was.parts);
  if (parts.length <= limits.eventNamesMax.value || parts !== JSON.stringify(is.parts)) return [was, is];
  return [was, is].map(({ parts: _, ...rest }) => rest);
}

const record = ({ name, why, atMost, parts }: Separation) => ({
  name,
  why,
  atMost,
  parts: parts.map(({ elements }) => elements.map((it) => `${it.kind} ${it.name} of ${it.application.id}`)),
});
