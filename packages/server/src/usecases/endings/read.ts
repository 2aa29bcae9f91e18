import { type EndingKind, endingKinds, limits } from '@licet/contract';
import { fault, refuseFault } from '../../refusal.ts';
import { type EndingSight, listEndings } from '../../store/endings/list.ts';
import type { CallerAccess } from '../authorise.ts';
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
