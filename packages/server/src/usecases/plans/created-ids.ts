import { licetApplication, type MadeBySet } from '@licet/contract';
import { fault } from '../../refusal.ts';
import type { AuditEntry, Change } from '../../store/kernel/change.ts';
import { madeBySet as objectsCreatedBy } from '../../store/plan/set-names.ts';
import { adminRoleOf } from '../../store/roles/roles.ts';
import { type CallerAccess, maySeeApplication } from '../authorise.ts';
import { refuseFields } from '../require.ts';
import { reading } from '../use-case.ts';

/** The parts of a planned change that are needed here. */
interface Step {
  readonly call: string;
  readonly as?: string | undefined;
  readonly body?: unknown;
}

/**
 * The ids of what the changes of a plan have created so far. The real ids differ each time the plan is made. Later
 * changes use the id that the plan chose (`as`). The digest uses that id, or the position of the change.
 */
export class CreatedIds {
  readonly #ids = new Map<string, string>();
  readonly #places = new Map<string, string>();
  readonly #refused = new Map<string, number>();

  /** The change with the plan's ids replaced by real ones. */
  withRealIds<Given extends Step>({ as, ...step }: Given): Given {
    return { ...(this.#ids.size > 0 ? (replaced(step, this.#ids) as typeof step) : step), as } as Given;
  }

  /** A handle on a change that records what it creates. */
  recordingIn<Handle extends Change>(handle: Handle, { call, as }: Step, index: number): Handle {
    if (!call.endsWith('.create') && call !== 'separations.except') return handle;
    return {
      ...handle,
      record: (entry) => {
        if (as !== undefined) this.#ids.set(as, entry.target.id);
        this.#places.set(entry.target.id, as ?? `#${index}`);
        handle.record(entry);
      },
    };
  }

  /** Records the id of the object that a change is about to create. */
  willCreate({ as, call }: Step, id: string, index: number): void {
    if (!call.endsWith('.create')) return;
    if (as !== undefined) this.#ids.set(as, id);
    this.#places.set(id, as ?? `#${index}`);
  }

  /** Forgets the ids of changes that were not made. */
  forget(steps: readonly Step[]): void {
    for (const { as } of steps) if (as !== undefined) this.#ids.delete(as);
  }

  /**
   * The `as` of a new application stands for its role admin, because later changes name the application by its
   * identifier.
   */
  async recordAdminRole(change: Change, { call, as, body }: Step): Promise<void> {
    if (call !== 'applications.create' || as === undefined) return;
    const key = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
    const role = await adminRoleOf(change, typeof key === 'string' ? key : '');
    if (role !== undefined) this.#ids.set(as, role);
  }

  /** Records that a change was refused, so that its id refers to nothing. */
  refused({ as }: Step, index: number): void {
    if (as !== undefined) this.#refused.set(as, index);
  }

  /**
   * Returns the index of the refused change that would have created an object that this change names; undefined if
   * there is none.
   */
  refusedCreatorFor({ as: _, ...step }: Step): number | undefined {
    if (this.#refused.size === 0) return undefined;
    const text = JSON.stringify(step);
    return [...this.#refused].find(([id]) => text.includes(id))?.[1];
  }

  /** Returns an id in a form that is the same each time the plan is made. */
  stableId = (id: string): string => this.#places.get(id) ?? id;
}

/** @throws Refusal `invalid_request` if two changes choose the same id */
export function requireDistinct(steps: readonly Step[]): void {
  const first = new Map<string, number>();
  refuseFields(
    steps.flatMap(({ as }, index) => {
      const before = as === undefined ? undefined : first.get(as);
      if (as !== undefined && before === undefined) first.set(as, index);
      return before === undefined
        ? []
        : [fault({ pointer: `/changes/${index}/as` }, 'id_of_change_taken', { change: before })];
    }),
  );
}

function replaced(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, ids)]));
}

/**
 * Lists the objects that a set of files created and that still exist. Leaves out Licet itself, so that no file can
 * delete anything there unnoticed.
 */
export const createdBySet = reading('plans.madeBySet', async ({ snapshot, access, params }) => {
  const objects = await objectsCreatedBy(snapshot, params.set);
  return lines(objects.filter((object) => maySee(access, object)));
});

function maySee(access: CallerAccess, { application, kind }: MadeBySet): boolean {
  if (application !== null) return application !== licetApplication && maySeeApplication(access, application);
  return kind === 'separation'
    ? access.can('access.read') || access.can('separations.manage')
    : access.can('groups.read');
}

async function* lines(objects: readonly object[]): AsyncGenerator<string> {
  for (let at = 0; at < objects.length; at += 500)
    yield objects
      .slice(at, at + 500)
      .map((object) => `${JSON.stringify(object)}\n`)
      .join('');
}

/** The digest of a change set without a plan. */
export const noPlan = '0'.repeat(64);

/**
 * Returns the last event of a change set, which summarises it.
 * @param first the number of its first change
 * @param fields further fields of the event
 */
export function setRecord(
  { no }: Pick<Change, 'no'>,
  { digest = noPlan, first }: { readonly digest?: string | undefined; readonly first: number },
  fields: Readonly<Record<string, unknown>>,
): AuditEntry {
  const changes = no - first;
  return {
    action: 'plan.applied',
    target: { kind: 'plan', id: digest, name: `${changes} ${changes === 1 ? 'change' : 'changes'}` },
    after: { changes, first, ...fields },
  };
}
