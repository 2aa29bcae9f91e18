import type { Actor, Principal, Separation } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Change } from '../../store/kernel/change.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import type { ElementKey } from '../../store/separations/duties.ts';
import { applicationsOfElements, findSeparation, keptApartBy } from '../../store/separations/separations.ts';
import type { CallerAccess } from '../authorise.ts';
import { refuseFields, requirePrincipal } from '../require.ts';

/** @throws Refusal `not_found` */
export async function requireSeparation(snapshot: Snapshot, id: string): Promise<Separation> {
  return (await findSeparation(snapshot, id)) ?? refuse('not_found', `There is no separation with the id ${id}.`);
}

/** What is kept apart is said by people: a program that may would let itself. @throws Refusal `people_only` */
export function requirePerson(actor: Actor): void {
  if (actor.kind === 'client') refuse('people_only', 'separations', {});
}

/**
 * Tokens carry names: under the name of what is kept apart and was deleted or renamed, another could be made that no separation knows, and given beside the other
 * part. So only who says what is kept apart lets go of it.
 * @param what the id of a role, a permission or an application
 * @throws Refusal `forbidden`
 */
export async function requireMayLetGo(
  change: Change,
  access: CallerAccess,
  what: { readonly id: string; readonly name: string },
): Promise<void> {
  if (access.can('separations.manage')) return;
  const separation = await keptApartBy(change, what.id);
  if (separation !== undefined)
    refuse(
      'forbidden',
      `The separation “${separation}” keeps ${what.name} apart: who may change that may delete or rename it.`,
      { permission: 'separations.manage' },
    );
}

/** Whom an exception is for: a person or a program. @throws Refusal `not_found`, `wrong_state`, `invalid_request` */
export async function requireHolder(snapshot: Snapshot, id: string): Promise<Principal> {
  const holder = await requirePrincipal(snapshot, id);
  if (holder.kind === 'group')
    refuseFields([
      { pointer: '/holder', detail: `${holder.name} is a group. An exception is for one person or one program.` },
    ]);
  return holder;
}

interface Chosen {
  readonly atMost?: number | undefined;
  readonly parts: readonly {
    readonly elements: readonly { readonly kind: 'role' | 'permission'; readonly id: string }[];
  }[];
}

/** What was chosen to be kept apart, as it is written. @throws Refusal `invalid_request` */
export async function elementsOf(
  snapshot: Snapshot,
  { parts, atMost = 1 }: Chosen,
): Promise<{ atMost: number; elements: ElementKey[] }> {
  const ids = parts.flatMap(({ elements }) => elements.map(({ id }) => id));
  const known = await applicationsOfElements(snapshot, ids);
  const seen = new Map<string, number>();
  const faults = parts.flatMap(({ elements }, place) =>
    elements.flatMap(({ kind, id }, index) => {
      const pointer = `/parts/${place}/elements/${index}/id`;
      const before = seen.get(id);
      seen.set(id, place);
      if (known.get(id)?.kind !== kind) return [{ pointer, detail: `There is no ${kind} with the id ${id}.` }];
      if (before === undefined) return [];
      return [
        { pointer, detail: `It stands in part ${before + 1} already: nobody would ever hold one without the other.` },
      ];
    }),
  );
  if (atMost >= parts.length)
    faults.push({
      pointer: '/atMost',
      detail: `Of ${parts.length} parts at most ${parts.length - 1} may be held: otherwise nothing is kept apart.`,
    });
  refuseFields(faults);
  return {
    atMost,
    elements: parts.flatMap(({ elements }, place) =>
      elements.map(({ kind, id }) => ({
        part: place + 1,
        appId: known.get(id)?.appId ?? '',
        roleId: kind === 'role' ? id : null,
        permissionId: kind === 'permission' ? id : null,
      })),
    ),
  };
}
