import { foldIdentity, limits, type NameFinding, type NameInFiles, nameInFiles } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import type { Fault } from './read.ts';

/** A name that files use. */
interface UsedName {
  readonly name: NameInFiles;
  /** The first place that uses the name, as `people.yaml:12:5`. */
  readonly at: string;
}

/** The names that occur in the files, each once, with the object that had the name when the files were read. */
export class UsedNames {
  readonly #used = new Map<string, UsedName>();

  /** @param id null if nothing has the name; for an application, its identifier */
  use(kind: NameInFiles['kind'], application: string | undefined, name: string, id: string | null, at: string): void {
    const key = keyOf(kind, application, name);
    if (this.#used.has(key)) return;
    const used = nameInFiles.safeParse({ kind, ...(application !== undefined && { application }), name, id });
    // An invalid name is ignored, because no object can have it.
    if (used.success) this.#used.set(key, { name: used.data, at });
  }

  all(): readonly UsedName[] {
    return [...this.#used.values()];
  }
}

export const keyOf = (kind: NameInFiles['kind'], application: string | undefined, name: string): string =>
  JSON.stringify([kind, application ?? '', kind === 'user' || kind === 'group' ? foldIdentity(name) : name]);

/** A name that now belongs to an object other than the one to which the set of files refers. */
export interface ReassignedName {
  readonly says: string;
  readonly at: string;
  readonly since: number;
  /** Whether --accept-moved accepts the name. */
  readonly accepted: boolean;
}

export interface Meant {
  readonly moved: readonly ReassignedName[];
  /** Faults for names whose object was renamed, by key of the name. */
  readonly renamed: ReadonlyMap<string, Fault>;
  /** Names to store for the set when the plan is applied. */
  readonly keep: readonly NameInFiles[];
  /** The applications that the files name. They are checked again when the plan is applied. */
  readonly applications: readonly NameInFiles[];
}

/**
 * Requests the server's findings about the names.
 * @param made the names that the files create, by key
 */
export async function meantBy(
  client: Client,
  used: readonly UsedName[],
  set: string | undefined,
  acceptMoved: number,
  made: ReadonlySet<string>,
): Promise<Meant> {
  const moved: ReassignedName[] = [];
  const renamed = new Map<string, Fault>();
  const keep: NameInFiles[] = [];
  const found = await findingsOf(client, used, set);
  const movedApplications = new Set(
    found.flatMap(([{ name }, { why }]) => (name.kind === 'application' && why === 'moved' ? [name.name] : [])),
  );
  for (const [{ name, at }, finding] of found) {
    const { why, before } = finding;
    const since = finding.since ?? Number.MAX_SAFE_INTEGER;
    const accepted = why === 'new' || since <= acceptMoved;
    const key = keyOf(name.kind, name.application, name.name);
    if (accepted) keep.push(name);
    if (why === 'renamed' && !accepted) {
      const another = made.has(key)
        ? ` To create another ${name.kind} with that name, add --accept-moved ${since}.`
        : '';
      const detail = `The ${name.kind} “${name.name}” was renamed to “${before}” by change ${since}. Use the new name here, or rename it back.${another}`;
      renamed.set(key, { place: at, detail });
    } else if (why !== 'new' && !(name.application !== undefined && movedApplications.has(name.application)))
      moved.push({ says: saysOf(name, finding), at, since, accepted });
  }
  const applications = used.flatMap(({ name }) => (name.kind === 'application' ? [name] : []));
  return { moved, renamed, keep, applications };
}

async function findingsOf(
  client: Client,
  used: readonly UsedName[],
  set: string | undefined,
): Promise<(readonly [UsedName, NameFinding])[]> {
  const most = limits.planNamesMax.value;
  const found: (readonly [UsedName, NameFinding])[] = [];
  for (let from = 0; from < used.length; from += most) {
    const some = used.slice(from, from + most);
    const names = some.map(({ name }) => name);
    const { items } = await client.plans.names({ body: { names, ...(set !== undefined && { set }) } });
    for (const finding of items) {
      const about = some[finding.place];
      if (about) found.push([about, finding]);
    }
  }
  return found;
}

function saysOf({ kind, application, name }: NameInFiles, { why, since, before }: NameFinding): string {
  const what = `${kind} ${application === undefined ? '' : `${application}/`}${name}`;
  if (why === 'renamed') return `${what}: renamed to “${before}” by change ${since}`;
  const then =
    before === null ? 'was deleted' : before === name ? `is also called ${name}` : `is now called “${before}”`;
  return `${what}: a different ${kind} since change ${since}; the original one ${then}`;
}
