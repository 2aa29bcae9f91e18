import type { Actor, FieldError, Principal, Separation } from '@licet/contract';
import { fault, refuse } from '../../refusal.ts';
import type { Change } from '../../store/kernel/change.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import type { ElementKey } from '../../store/separations/duties.ts';
import { applicationsOfElements, findSeparation, keptApartBy } from '../../store/separations/separations.ts';
import type { CallerAccess } from '../authorise.ts';
import { refuseFields, requirePrincipal } from '../require.ts';

/** @throws Refusal `not_found` */
export async function requireSeparation(snapshot: Snapshot, id: string): Promise<Separation> {
  return (await findSeparation(snapshot, id)) ?? refuse('not_found', 'separation_unknown', { id });
}

/**
 * Only people change rules: a program with the right could exempt itself.
 * @throws Refusal `people_only`
 */
export function requirePerson(actor: Actor): void {
  if (actor.kind === 'client') refuse('people_only', 'separations', {});
}

/**
 * Tokens carry names. If a role of a rule is deleted or renamed, a new role can get its former name. No rule covers the
 * new role, so it could be granted together with the other part. So only users who may edit separation rules may delete
 * or rename the role.
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
    refuse('forbidden', 'kept_apart', { separation, name: what.name }, { permission: 'separations.manage' });
}

/**
 * The holder of an exception: a user or a program.
 * @throws Refusal `not_found`, `wrong_state`, `invalid_request`
 */
export async function requireHolder(snapshot: Snapshot, id: string): Promise<Principal> {
  const holder = await requirePrincipal(snapshot, id);
  if (holder.kind === 'group')
    refuseFields([fault({ pointer: '/holder' }, 'exception_for_group', { holder: holder.name })]);
  return holder;
}

/** The fault of a rule that allows a user to hold all its parts. */
export const allPartsAllowed = (parts: number): FieldError =>
  fault({ pointer: '/atMost' }, 'all_parts_allowed', { parts, most: parts - 1 });

interface Chosen {
  readonly atMost?: number | undefined;
  readonly parts: readonly {
    readonly elements: readonly { readonly kind: 'role' | 'permission'; readonly id: string }[];
  }[];
}

/**
 * The chosen elements of a rule, in stored form.
 * @throws Refusal `invalid_request`
 */
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
      if (known.get(id)?.kind !== kind) return [fault({ pointer }, 'element_unknown', { kind, id })];
      return before === undefined ? [] : [fault({ pointer }, 'element_twice', { part: before + 1 })];
    }),
  );
  if (atMost >= parts.length) faults.push(allPartsAllowed(parts.length));
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
