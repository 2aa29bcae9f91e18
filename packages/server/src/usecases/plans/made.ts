import { fault } from '../../refusal.ts';
import type { Change } from '../../store/kernel/change.ts';
import { adminRoleOf } from '../../store/roles/roles.ts';
import { refuseFields } from '../require.ts';

/** A change of a plan, as far as this is concerned. */
interface Step {
  readonly call: string;
  readonly as?: string | undefined;
  readonly body?: unknown;
}

/**
 * What the changes of a plan have created so far: the real ids differ each time that the plan is made. Later changes
 * use the plan's id (`as`), and the digest uses that id, or the change's place.
 */
export class Made {
  readonly #ids = new Map<string, string>();
  readonly #places = new Map<string, string>();
  readonly #refused = new Map<string, number>();

  /** The change with the plan's ids replaced by real ones. */
  named<Given extends Step>({ as, ...step }: Given): Given {
    return { ...(this.#ids.size > 0 ? (replaced(step, this.#ids) as typeof step) : step), as } as Given;
  }

  /** A handle on a change that records what it creates. */
  noting<Handle extends Change>(handle: Handle, { call, as }: Step, index: number): Handle {
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

  /** Records the id of what a change is about to create. */
  making({ as, call }: Step, id: string, index: number): void {
    if (!call.endsWith('.create')) return;
    if (as !== undefined) this.#ids.set(as, id);
    this.#places.set(id, as ?? `#${index}`);
  }

  /** Forgets it again, of changes that were not made. */
  forget(steps: readonly Step[]): void {
    for (const { as } of steps) if (as !== undefined) this.#ids.delete(as);
  }

  /** An application has its identifier: the id that its change chose is that of its role admin. */
  async alsoAdmin(change: Change, { call, as, body }: Step): Promise<void> {
    if (call !== 'applications.create' || as === undefined) return;
    const key = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
    const role = await adminRoleOf(change, typeof key === 'string' ? key : '');
    if (role !== undefined) this.#ids.set(as, role);
  }

  /** Records that a change was refused, so that its id refers to nothing. */
  refused({ as }: Step, index: number): void {
    if (as !== undefined) this.#refused.set(as, index);
  }

  /** The place of the refused change that would have created what a change names, if that is why it fails. */
  lackedBy({ as: _, ...step }: Step): number | undefined {
    if (this.#refused.size === 0) return undefined;
    const text = JSON.stringify(step);
    return [...this.#refused].find(([id]) => text.includes(id))?.[1];
  }

  /** An id as it is each time that the plan is made. */
  lasting = (id: string): string => this.#places.get(id) ?? id;
}

/** @throws Refusal `invalid_request` when two changes give what they make the same id */
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
