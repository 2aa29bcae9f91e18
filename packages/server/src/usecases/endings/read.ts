import { type Ending, type EndingKind, endingKinds, limits } from '@licet/contract';
import { fault, refuseFault } from '../../refusal.ts';
import { type EndingSight, listEndings } from '../../store/endings/list.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { type CallerAccess, mayGrantIn } from '../authorise.ts';
import { reading } from '../use-case.ts';

export const list = reading('endings.list', ({ snapshot, access, query }) => {
  const { kind, within = limits.endingSoon.value, ...asked } = query;
  return listEndings(snapshot, { ...asked, within, kinds: kindsIn(kind), sight: endingSightOf(access) });
});

/** The endings that a caller may see: of the grants that they may list, and of the exceptions that they may read. */
export const endingSightOf = (access: CallerAccess): EndingSight => ({
  applications: access.can('applications.read') ? undefined : [...access.owns],
  exceptions: access.can('access.read') || access.can('separations.manage'),
});

/**
 * The endings that a caller may move to a later time: of the grants that they manage, and of exceptions. The caller's
 * own exceptions are left out, because another user must extend them.
 */
export const extendableSightOf = (access: CallerAccess, userId: string): EndingSight => ({
  applications: access.can('grants.manage') ? undefined : [...access.owns].filter((key) => mayGrantIn(access, key)),
  exceptLicet: !access.isAdmin,
  exceptions: access.can('separations.manage'),
  exceptHolder: userId,
});

/** The grants and exceptions that end soon, soonest first and at most `limit`, and the exact number of all. */
export async function endingSoon(
  snapshot: Snapshot,
  sight: EndingSight,
  limit: number,
): Promise<{ items: Ending[]; total: number }> {
  if (sight.applications?.length === 0 && !sight.exceptions) return { items: [], total: 0 };
  const query = { sight, within: limits.endingSoon.value, kinds: endingKinds, limit, exact: true } as const;
  const { items, total } = await listEndings(snapshot, query);
  return { items, total };
}

/**
 * The kinds in a comma-separated list; all by default.
 * @throws Refusal `invalid_request`
 */
function kindsIn(list: string | undefined): readonly EndingKind[] {
  if (list === undefined || list === '') return endingKinds;
  const asked = list.split(',');
  const known = endingKinds.filter((kind) => asked.includes(kind));
  if (asked.some((kind) => !(endingKinds as readonly string[]).includes(kind)))
    refuseFault('invalid_request', fault({ pointer: '?kind' }, 'kinds_unknown', { kinds: [...endingKinds] }));
  return known;
}
