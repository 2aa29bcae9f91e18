import { fault, refuse, refuseFault } from '../../refusal.ts';
import { findApplication } from '../../store/applications/applications.ts';
import type { Scope } from '../../store/differences/differing.ts';
import { listDifferences } from '../../store/differences/list.ts';
import { asOfShown, recordedAt, type Snapshot } from '../../store/kernel/snapshot.ts';
import { applicationOfRole } from '../../store/roles/roles.ts';
import { requireSubject } from '../access/read.ts';
import type { CallerAccess } from '../authorise.ts';
import { reading } from '../use-case.ts';
import { refuseFilter } from '../users/read.ts';

/** The principals whose access differs between two instants. */
export const list = reading('differences.list', async ({ snapshot, access, query }) => {
  const { from: earlier, to: later, user, role, group, application, ...page } = query;
  const to = later === undefined ? snapshot : await recordedAt(snapshot, later);
  const from = await recordedAt(snapshot, earlier);
  if (Date.parse(from.at) >= Date.parse(to.at))
    refuse('ends_before_start', 'period_backwards', { from: from.at, to: to.at });
  requireOne({ user, role, group, application });
  // The answer would reveal the members of the group.
  if (group !== undefined && !access.can('groups.read')) refuseFilter('group', 'groups.read');
  const scope = access.can('access.read')
    ? await scopeOf(to, from, { user, role, group, application })
    : await ownScope(access, snapshot, to, { role, application });
  const found = await listDifferences(from, to, scope, { ...page, events: access.can('audit.read') });
  const { asOf: _, ...differences } = found;
  return { ...differences, from: asOfShown(from), to: asOfShown(to) };
});

/**
 * Returns the scope of the requested application, if the caller owns it now. An earlier application with the same
 * identifier does not count.
 * @throws Refusal `forbidden`
 */
async function ownScope(
  { owns }: CallerAccess,
  { asOf: _, ...now }: Snapshot,
  to: Snapshot,
  { role, application }: Readonly<Record<'role' | 'application', string | undefined>>,
): Promise<Scope> {
  const wanted = role === undefined ? undefined : await applicationOfRole(to, role);
  for (const key of role === undefined && application === undefined ? [] : owns) {
    const own = (await findApplication(now, key))?.factId;
    if (own === undefined || (role === undefined ? key !== application : own !== wanted)) continue;
    if (role === undefined) return { kind: 'application', application: own };
    return { kind: 'role', id: role, application: own };
  }
  return refuse('forbidden', 'differences_of_others', {}, { permission: 'access.read' });
}

/** @throws Refusal `invalid_request` */
function requireOne(asked: Asked): { readonly kind: string; readonly id: string } {
  const given = Object.entries(asked).flatMap(([kind, id]) => (id === undefined ? [] : [{ kind, id }]));
  const [one] = given;
  if (one && given.length === 1) return one;
  return refuseFault('invalid_request', fault({ pointer: '?user' }, 'one_subject_needed', {}));
}
type Asked = Readonly<Record<'user' | 'role' | 'group' | 'application', string | undefined>>;

async function scopeOf(to: Snapshot, from: Snapshot, asked: Asked): Promise<Scope> {
  const one = requireOne(asked);
  if (one.kind === 'user' || one.kind === 'group') return { kind: one.kind, id: one.id };
  if (one.kind === 'role') {
    const ofRole = await applicationOfRole(to, one.id);
    return ofRole === undefined
      ? refuse('not_found', 'role_never_known', { role: one.id })
      : { kind: 'role', id: one.id, application: ofRole };
  }
  // Looks in the later snapshot first. A deleted application exists only in the earlier one.
  const found = await requireSubject(to, one.id).catch(() => requireSubject(from, one.id));
  return { kind: 'application', application: found.id };
}
