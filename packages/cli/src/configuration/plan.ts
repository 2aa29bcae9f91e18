import { emailForServers, foldIdentity, licetApplication, limits, type NameInFiles } from '@licet/contract';
import type { Client, PlannedChange } from '@licet/contract/client';
import { UsageError } from '../command.ts';
import { compareApplication } from './compare-application.ts';
import { compareGrants } from './compare-grants.ts';
import { compareSeparations } from './compare-separations.ts';
import { Comparison, differs, type Line } from './comparison.ts';
import type { Configuration } from './gather.ts';
import { type PlannedChanges, planOfFirst } from './long-plan.ts';
import { keyOf, meantBy, type ReassignedName } from './names.ts';
import { type NotInFiles, notInFilesOf } from './not-in-files.ts';
import { readPresent } from './present.ts';
import { forgottenBy, prune } from './prune.ts';
import { FileFaults } from './read.ts';

export interface PlanOptions {
  readonly prune: boolean;
  /** Whether to split a plan that is too large into several plans. */
  readonly inParts: boolean;
  /** A change number. Names that moved to other objects at or before this change are accepted. */
  readonly acceptMoved: number;
  /** Whether to look for entries that the files do not name. */
  readonly notInFiles: boolean;
}

/** The changes that files would make. */
export interface PlannedFiles {
  readonly set: string | undefined;
  readonly lines: readonly Line[];
  /** The plan of all changes, or with `inParts` of the first ones; undefined if there are no changes. */
  readonly plan: PlannedChanges | undefined;
  /** Objects that the set created and that its files no longer name. Empty with --prune, which removes them. */
  readonly forgotten: readonly string[];
  /** Grants that the plan may not end although the files require it, with the reason. */
  readonly stays: readonly string[];
  /** Entries that the files do not name; undefined if the option `notInFiles` is off. */
  readonly notInFiles: readonly NotInFiles[] | undefined;
  /** Names that now belong to objects other than those to which the set refers. */
  readonly moved: readonly ReassignedName[];
  /** The names to store for the set when the changes are applied. */
  readonly names: NamesToKeep;
}
export interface NamesToKeep {
  /** All names that the server has not yet stored for the set. */
  readonly news: readonly NameInFiles[];
  /** The names of existing objects. */
  readonly existing: readonly NameInFiles[];
  /**
   * The names of objects that the plan creates, and all applications. Applications are checked again when the plan is
   * applied.
   */
  readonly withPlan: readonly NameInFiles[];
}

/**
 * Compares files with the server, and plans the differences.
 * @throws FileFaults with their faults, including the server's refusals
 */
export async function planned(client: Client, declared: Configuration, options: PlanOptions): Promise<PlannedFiles> {
  const set = declared.set?.value;
  if (options.prune && set === undefined)
    throw new UsageError('--prune needs the name of the set of files. Add it to one of the files (set: NAME).');
  const all = new Comparison(declared, await readPresent(client, declared));
  comparePeople(all);
  for (const application of declared.applications.values()) compareApplication(all, application);
  compareSeparations(all);
  const granted = new Set<string>();
  for (const application of declared.applications.values())
    for (const id of compareGrants(all, application, Date.now())) granted.add(id);
  const meant = await meantBy(client, all.names.all(), set, options.acceptMoved, all.made());
  const faults = [
    ...all.faults.filter(({ name }) => name === undefined || !meant.renamed.has(name)),
    ...meant.renamed.values(),
  ];
  if (faults.length > 0) throw new FileFaults(faults);
  const forgotten = set === undefined ? [] : await forgottenBy(client, all, set, granted);
  if (options.prune) prune(all, forgotten);
  const left = options.prune ? [] : forgotten.map(({ says }) => says);
  const most = limits.planLongChangesMax.value;
  if (all.lines.length > most && !options.inParts)
    throw new Error(
      `These files would make ${all.lines.length.toLocaleString('en')} changes, but a plan can hold at most ${most.toLocaleString('en')}. Add --in-parts to make them in several plans, one after another.`,
    );
  const changes = all.lines.slice(0, most).map(({ change }) => change);
  const plan = changes.length > 0 ? await planOfFirst(client, changes, options.inParts) : undefined;
  if (plan) refuseWhatIsRefused(all.lines, plan);
  if (plan) keepLicet(all.lines, plan);
  const createdCounts = all.made(plan?.count);
  const names = {
    news: meant.keep,
    existing: meant.keep.filter(({ id }) => id !== null),
    withPlan: [
      ...meant.applications,
      ...meant.keep.filter(
        ({ kind, application, name, id }) => id === null && createdCounts.has(keyOf(kind, application, name)),
      ),
    ],
  };
  const notInFiles = options.notInFiles ? await notInFilesOf(client, all, granted) : undefined;
  return { set, lines: all.lines, plan, forgotten: left, stays: all.stays, notInFiles, moved: meant.moved, names };
}

function refuseWhatIsRefused(lines: readonly Line[], { refused }: PlannedChanges): void {
  const missing = new Missing();
  const faults = refused.flatMap(({ place, problem }) => {
    const line = lines[place];
    if (!line || missing.isNeededBy(line.change)) return [];
    missing.add(line.change);
    const details = problem.errors?.map(({ detail }) => detail) ?? [];
    const detail = details.length > 0 ? details.join(' ') : problem.detail;
    return [{ place: line.at ?? '--prune', detail: `${line.sign} ${line.says}: ${detail} (${problem.code})` }];
  });
  if (faults.length > 0) throw new FileFaults(faults);
}

/**
 * Objects that are missing because the change that creates them was refused. A change that needs such an object is
 * refused as well, but is not a fault of the files.
 */
class Missing {
  readonly #ids: string[] = [];
  readonly #applications: string[] = [];

  add(change: PlannedChange): void {
    if (change.as !== undefined) this.#ids.push(change.as);
    if (change.call === 'applications.create') this.#applications.push(change.body.id);
  }

  /** Returns whether a change needs a missing object. If so, the object that this change creates is missing too. */
  isNeededBy(change: PlannedChange): boolean {
    const { as: _, ...asked } = change;
    const text = JSON.stringify(asked);
    const { application = '' } = 'params' in change && 'application' in change.params ? change.params : {};
    const needs = this.#ids.some((id) => text.includes(id)) || this.#applications.includes(application);
    if (needs) this.add(change);
    return needs;
  }
}

/**
 * Refuses to prune if a user would lose access to Licet itself.
 * @throws Error with the users and the removals
 */
function keepLicet(lines: readonly Line[], { effects }: PlannedChanges): void {
  const ends = lines.filter(({ at }) => at === undefined);
  const lost = effects.filter(
    ({ application, loses }) =>
      application?.id === licetApplication && loses.roles.length + loses.permissions.length > 0,
  );
  if (ends.length === 0 || lost.length === 0) return;
  const who = [...new Set(lost.flatMap(({ holders }) => holders.map(({ name }) => name)))].join(', ');
  throw new Error(
    `--prune never removes access to Licet itself, but would remove it from ${who || 'somebody'}. Remove this access yourself, then prune again: ${ends.map(({ says }) => says).join('; ')}.`,
  );
}

/** The changes of settings, users and groups, with memberships. */
function comparePeople(all: Comparison): void {
  compareSettings(all);
  for (const declared of all.declared.users) compareUser(all, declared);
  for (const declared of all.declared.groups) compareGroup(all, declared);
  for (const declared of all.declared.groups) compareMembers(all, declared);
}

function compareSettings(all: Comparison): void {
  const { settings } = all.present;
  const { organisation, remindDays } = all.declared.settings;
  if (!settings) return;
  const body = {
    ...(organisation && organisation.value !== settings.organisation && { organisation: organisation.value }),
    ...(remindDays && remindDays.value !== settings.remindDays && { remindDays: remindDays.value }),
  };
  const keys = Object.keys(body) as (keyof typeof body)[];
  if (keys.length === 0) return;
  const different = keys.map((key) => differs(key, settings[key], body[key]));
  all.add('~', 'settings', (organisation ?? remindDays)?.at(), { call: 'settings.update', body }, different);
}

function compareUser(all: Comparison, { value, at }: Comparison['declared']['users'][number]): void {
  const { username, name, email, jobTitle, suspended } = value;
  const before = all.present.users.get(foldIdentity(username));
  const says = `user ${username} (${name})`;
  all.use('user', undefined, username, at('username'), before?.id);
  if (!before) {
    const as = all.making('user', undefined, username);
    all.add('+', says, at(), {
      call: 'users.create',
      as,
      body: { username, name, ...(email !== undefined && { email }), ...(jobTitle !== undefined && { jobTitle }) },
    });
    if (suspended) all.add('~', says, at('suspended'), { call: 'users.suspend', params: { user: as } }, ['suspended']);
    return;
  }
  const params = { user: before.id };
  const body = {
    ...(name !== before.name && { name }),
    ...(email !== undefined && !isSameAddress(email, before.email) && { email }),
    ...(jobTitle !== undefined && jobTitle !== before.jobTitle && { jobTitle }),
  };
  const different = Object.entries(body).map(([key, declared]) =>
    differs(key, before[key as keyof typeof body], declared),
  );
  if (different.length > 0) all.add('~', says, at(), { call: 'users.update', params, body }, different);
  const isSuspended = before.status === 'suspended';
  if (suspended === undefined || suspended === isSuspended) return;
  if (suspended) all.add('~', says, at('suspended'), { call: 'users.suspend', params }, ['suspended']);
  else all.add('~', says, at('suspended'), { call: 'users.reactivate', params }, ['no longer suspended']);
}

/** Compares two addresses: the two forms of a domain are equal, and the case of the local part matters. */
const isSameAddress = (one: string | null, other: string | null): boolean =>
  emailForServers(one ?? '') === emailForServers(other ?? '');

function compareGroup(all: Comparison, { value, at }: Comparison['declared']['groups'][number]): void {
  const { name, description } = value;
  const before = all.present.groups.get(foldIdentity(name));
  const optionalFields = description === undefined ? {} : { description };
  all.use('group', undefined, name, at('name'), before?.id);
  if (!before) {
    const as = all.making('group', undefined, name);
    all.add('+', `group ${name}`, at(), { call: 'groups.create', as, body: { name, ...optionalFields } });
    return;
  }
  if (description === undefined || description === before.description) return;
  all.add(
    '~',
    `group ${name}`,
    at('description'),
    { call: 'groups.update', params: { group: before.id }, body: optionalFields },
    [differs('description', before.description, description)],
  );
}

/** Compares the members of a group. Members that no file names stay. */
function compareMembers(all: Comparison, { value, at }: Comparison['declared']['groups'][number]): void {
  const group = all.group(value.name, at());
  if (group === undefined) return;
  const direct = new Set(all.present.groups.get(foldIdentity(value.name))?.direct.map(({ id }) => id));
  const add = (kind: string, name: string, place: string, member: string | undefined) => {
    if (member === undefined || direct.has(member)) return;
    direct.add(member);
    all.add('+', `${kind} ${name} in group ${value.name}`, place, {
      call: 'groups.addMember',
      params: { group, member },
    });
  };
  for (const [index, name] of (value.users ?? []).entries()) {
    const place = at('users', index);
    add('user', name, place, all.user(name, place));
  }
  for (const [index, name] of (value.groups ?? []).entries()) {
    const place = at('groups', index);
    add('group', name, place, all.group(name, place));
  }
}
