import { licetApplication, type MadeBySet } from '@licet/contract';
import type { AuditEntry, Change } from '../../store/kernel/change.ts';
import { madeBySet as madeThings } from '../../store/plan/set-names.ts';
import { type CallerAccess, maySeeApplication } from '../authorise.ts';
import { reading } from '../use-case.ts';

/**
 * The things that a set of files created and that still exist. Leaves out Licet itself, where no file may end anything
 * unnoticed.
 */
export const createdBySet = reading('plans.madeBySet', async ({ snapshot, access, params }) => {
  const things = await madeThings(snapshot, params.set);
  return lines(things.filter((thing) => maySee(access, thing)));
});

function maySee(access: CallerAccess, { application, kind }: MadeBySet): boolean {
  if (application !== null) return application !== licetApplication && maySeeApplication(access, application);
  return kind === 'separation'
    ? access.can('access.read') || access.can('separations.manage')
    : access.can('groups.read');
}

async function* lines(things: readonly object[]): AsyncGenerator<string> {
  for (let at = 0; at < things.length; at += 500)
    yield things
      .slice(at, at + 500)
      .map((thing) => `${JSON.stringify(thing)}\n`)
      .join('');
}

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
