import type { AuditEntry, Change } from '../../store/kernel/change.ts';

/** The digest of a change set without a plan. */
export const noPlan = '0'.repeat(64);

/**
 * The event that ends a change set and represents all of it.
 * @param first the number of its first change
 * @param told further fields of the event
 */
export function setRecord(
  { no }: Pick<Change, 'no'>,
  { digest = noPlan, first }: { readonly digest?: string | undefined; readonly first: number },
  told: Readonly<Record<string, unknown>>,
): AuditEntry {
  const changes = no - first;
  return {
    action: 'plan.applied',
    target: { kind: 'plan', id: digest, name: `${changes} ${changes === 1 ? 'change' : 'changes'}` },
    after: { changes, first, ...told },
  };
}
