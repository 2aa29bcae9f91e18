import { type FieldError, type LicetPermission, type NameFinding, type NameInFiles, problemOf } from '@licet/contract';
import type { Secrets } from '../../identity/keys/secrets.ts';
import { fault, problemWith, Refusal, refuse } from '../../refusal.ts';
import type { Change } from '../../store/kernel/change.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import {
  type Bearer,
  forgetOldest,
  keepNames,
  keyOf,
  type NameRecord,
  recordsOf,
  type SetOfFiles,
} from '../../store/plan/set-names.ts';
import { type CallerAccess, maySeeApplication } from '../authorise.ts';
import { hashOfErased } from '../erased-names.ts';
import { refuseFields } from '../require.ts';
import { reading } from '../use-case.ts';

// Files of access as code use names, and a name can pass to another object. So the server stores which object each name
// of a set of files refers to. If another object has the name now, the plan reports it, and applying is refused until a
// user accepts it.

/** Findings about the names that files use. */
export const names = reading('plans.names', async ({ snapshot, access, body, secrets }) => ({
  items: await findingsOf(snapshot, access, body.names, { set: body.set, secrets }),
}));

/** The names in the files of a plan that is applied. */
export interface GivenNames {
  readonly names?: readonly NameInFiles[] | undefined;
  readonly set?: string | undefined;
  readonly acceptMoved?: number | undefined;
}

/**
 * Checks that the names in files still refer to the same objects, before their changes are made. Returns the reassigned
 * names that were accepted.
 * @throws Refusal `name_moved`, `plan_moved` if a name has moved since the files were read, `invalid_request`
 */
export async function requireMeant(
  change: Change,
  access: CallerAccess,
  secrets: Secrets,
  { names: given = [], set, acceptMoved = 0 }: GivenNames,
): Promise<NameInFiles[]> {
  refuseTwice(given);
  const moved = (await findingsOf(change, access, given, { set, secrets })).filter(({ why }) => why !== 'new');
  const refused = moved.filter(({ since }) => since === null || since > acceptMoved);
  const errors = refused.slice(0, 100).map((finding) => faultOf(given, finding));
  const [first] = errors;
  if (first) {
    const { pointer: _, detail, ...reason } = first;
    throw new Refusal(problemOf('name_moved', detail, { ...reason, errors }));
  }
  return moved.flatMap(({ place }) => given[place] ?? []);
}

/**
 * Stores which objects the names in files refer to, after their changes are made. What an administrator stores also
 * applies to other users who apply the set. Returns how many of the caller's oldest names were deleted to make room.
 * For these, the change history decides from then on.
 */
export async function keepMeant(
  change: Change,
  access: CallerAccess,
  { names: given = [], set }: GivenNames,
): Promise<number> {
  const seen = given.filter((name) => maySee(access, name));
  const records = await recordsOf(change, seen, setOf(access, set));
  const kept = seen.flatMap((name, index) => {
    const id = bearerOf(name, records[index])?.id;
    return id === undefined ? [] : [{ ...name, id }];
  });
  if (kept.length === 0) return 0;
  await keepNames(change, kept, setOf(access, set), access.isAdmin);
  return forgetOldest(change, setOf(access, set));
}

/**
 * Storing names writes an audit event, so the caller must have the right to change something that files describe.
 * @throws Refusal `forbidden`
 */
export function requireMayKeep(access: CallerAccess): void {
  if (mayKeep(access)) return;
  refuse('forbidden', 'files_not_changeable', {}, { permission: 'applications.manage' });
}

/** Whether the caller may change something that files describe, in at least one application. */
export const mayKeep = (access: CallerAccess): boolean =>
  access.owns.size > 0 || changing.some((permission) => access.can(permission));

const changing = [
  'applications.manage',
  'grants.manage',
  'groups.manage',
  'separations.manage',
  'settings.manage',
  'users.manage',
] as const satisfies LicetPermission[];

async function findingsOf(
  snapshot: Snapshot,
  access: CallerAccess,
  given: readonly NameInFiles[],
  { set, secrets }: { readonly set: string | undefined; readonly secrets: Secrets },
): Promise<NameFinding[]> {
  const seen = given.flatMap((name, place) => (maySee(access, name) ? [{ name, place }] : []));
  const records = await recordsOf(
    snapshot,
    seen.map(({ name }) => name),
    setOf(access, set),
    await hashOfErased(snapshot, secrets),
  );
  return seen.flatMap(({ name, place }, index) => {
    const finding = findingOf(name, records[index] ?? { bearers: [], lastUse: null });
    return finding ? [{ place, ...finding }] : [];
  });
}

type Finding = Omit<NameFinding, 'place'>;
const isNew: Finding = { why: 'new', since: null, before: null };

/** @throws Refusal `plan_moved` if another object had the name when the files were read */
function findingOf(name: NameInFiles, record: NameRecord): Finding | undefined {
  const { bearers, lastUse } = record;
  const has = bearerOf(name, record);
  if (name.kind !== 'application' && (has?.id ?? null) !== name.id)
    refuse('plan_moved', 'name_reassigned', { name: name.name });
  if (lastUse && lastUse.id === has?.id) return undefined;
  const others = bearers.filter(({ id }) => id !== has?.id).sort((one, other) => other.until - one.until);
  const meant = lastUse ?? others[0];
  if (has) {
    if (!meant) return isNew;
    return { why: 'moved', since: Math.max(has.from, ...others.map(({ until }) => until)), before: meant.now };
  }
  // A deleted object counts as new, because files create it again.
  if (!meant || meant.now === null) return isNew;
  return { why: 'renamed', since: bearers.find(({ id }) => id === meant.id)?.until ?? null, before: meant.now };
}

/**
 * Returns the object that has a name now. Clients may share a name; then it is the client whose id the files were read
 * with.
 */
function bearerOf({ id }: NameInFiles, record: NameRecord | undefined): Bearer | undefined {
  const present = record?.bearers.filter((bearer) => bearer.present) ?? [];
  return present.find((bearer) => bearer.id === id) ?? present[0];
}

/** Whether the caller may see objects of a kind: findings do not mention hidden objects. */
const maySee = (access: CallerAccess, { kind, name, application = '' }: NameInFiles): boolean =>
  kind === 'user'
    ? access.can('users.read')
    : kind === 'group'
      ? access.can('groups.read')
      : maySeeApplication(access, kind === 'application' ? name : application);

const setOf = ({ actor }: CallerAccess, set = ''): SetOfFiles => ({ name: set, actor: actor?.id ?? actor?.kind ?? '' });

function refuseTwice(given: readonly NameInFiles[]): void {
  const known = new Set<string>();
  refuseFields(
    given.flatMap((name, index) => {
      const key = JSON.stringify([name.kind, name.application, keyOf(name)]);
      if (!known.has(key)) {
        known.add(key);
        return [];
      }
      return [fault({ pointer: `/names/${index}` }, 'name_listed_twice', { name: name.name })];
    }),
  );
}

/** The fault of a name that belongs to something else now, or to nothing. */
function faultOf(given: readonly NameInFiles[], { place, why, since, before: now }: NameFinding): FieldError {
  const asked = given[place];
  if (!asked || since === null) throw new Error('A finding lacks its name, or the change since which it is so.');
  const { kind, application } = asked;
  const name = application === undefined ? asked.name : `${application}/${asked.name}`;
  const moved = why === 'renamed' ? 'name_renamed' : 'name_of_another';
  const { detail, reason, values } =
    now === null
      ? problemWith('name_moved', 'name_of_deleted', { kind, name, event: since })
      : problemWith('name_moved', moved, { kind, name, now, event: since });
  return { pointer: `/names/${place}`, detail, reason, values };
}
