import { refuse } from '../../refusal.ts';
import type { Scope } from '../../store/differences/differing.ts';
import { listDifferences } from '../../store/differences/list.ts';
import { asOfShown, recordedAt, type Snapshot } from '../../store/kernel/snapshot.ts';
import { applicationOfRole } from '../../store/roles/roles.ts';
import { requireSubject } from '../access/subjects.ts';
import { refuseFields } from '../require.ts';
import { reading } from '../use-case.ts';

/** Who holds what otherwise at one instant than at an earlier one. */
export const list = reading('differences.list', async ({ snapshot, access, query }) => {
  const { from: earlier, to: later, user, role, group, application, ...page } = query;
  const to = later === undefined ? snapshot : await recordedAt(snapshot, later);
  const from = await recordedAt(snapshot, earlier);
  if (Date.parse(from.at) >= Date.parse(to.at))
    refuse('ends_before_start', `${earlier} is not before ${later ?? 'now'}: name the earlier instant in “from”.`);
  const scope = await scopeOf(to, from, { user, role, group, application });
  const found = await listDifferences(from, to, scope, { ...page, events: access.can('audit.read') });
  const { asOf: _, ...differences } = found;
  return { ...differences, from: asOfShown(from), to: asOfShown(to) };
});

async function scopeOf(
  to: Snapshot,
  from: Snapshot,
  asked: Readonly<Record<'user' | 'role' | 'group' | 'application', string | undefined>>,
): Promise<Scope> {
  const given = Object.entries(asked).flatMap(([kind, id]) => (id === undefined ? [] : [{ kind, id }]));
  const [one] = given;
  if (!one || given.length > 1) {
    refuseFields([{ pointer: '?user', detail: 'Name one of “user”, “role”, “group” and “application”.' }]);
    return refuse('invalid_request', 'Name one of “user”, “role”, “group” and “application”.');
  }
  if (one.kind === 'user' || one.kind === 'group') return { kind: one.kind, id: one.id };
  if (one.kind === 'role') {
    const ofRole = await applicationOfRole(to, one.id);
    return ofRole === undefined
      ? refuse('not_found', `There never was a role with the id ${one.id}.`)
      : { kind: 'role', id: one.id, application: ofRole };
  }
  // What it is called at the later instant; where it was deleted by then, at the earlier one.
  const found = await requireSubject(to, one.id).catch(() => requireSubject(from, one.id));
  return { kind: 'application', application: found.id };
}
