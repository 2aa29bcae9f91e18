import { foldIdentity, type Grant } from '@licet/contract';
import type { ConfiguredGrant } from '@licet/contract/configuration';
import { type Comparison, differs } from './comparison.ts';
import type { Declared, DeclaredApplication } from './gather.ts';
import { hasEnded } from './present.ts';

/** Compares the grants of an application. Returns the ids of the grants that the files name. */
export function compareGrants(
  all: Comparison,
  { id, grants = [] }: DeclaredApplication,
  now: number,
): ReadonlySet<string> {
  const present = new Map<string, Grant[]>();
  for (const grant of all.present.applications.get(id)?.grants ?? []) {
    const key = keyOf(grant.gives.kind, grant.gives.id, grant.principal.id);
    present.set(key, [...(present.get(key) ?? []), grant]);
  }
  const named = new Set<string>();
  for (const declared of grants) {
    const grant = found(all, id, declared, present, now);
    if (grant) named.add(grant.id);
  }
  return named;
}

/** Finds the grant that a file names. Plans to change it if it differs, or to create it if it is missing. */
function found(
  all: Comparison,
  application: string,
  { value, at }: Declared<ConfiguredGrant>,
  present: ReadonlyMap<string, readonly Grant[]>,
  now: number,
): Grant | undefined {
  const gives = givesOf(all, application, value, at);
  const principal = principalOf(all, value, at);
  if (gives?.id === undefined || principal?.id === undefined) return undefined;
  const same = present.get(keyOf(gives.kind, gives.id, principal.id)) ?? [];
  const starts = value.starts === undefined ? undefined : Date.parse(value.starts);
  const scheduled = starts !== undefined && starts > now;
  const before =
    same.find((grant) => Date.parse(grant.starts) === starts) ??
    (scheduled ? undefined : same.find((grant) => grant.state === 'active'));
  const params = { application };
  const says = `grant of ${gives.kind} ${gives.name} in ${application} to ${principal.text}`;
  if (hasEnded(value, now)) return before && ended(all, says, { value, at }, before);
  if (!before) {
    const body = {
      principal: { kind: principal.kind, id: principal.id },
      gives: { kind: gives.kind, id: gives.id },
      ...(scheduled && value.starts !== undefined && { starts: value.starts }),
      ...(value.ends && { ends: value.ends }),
      ...(value.reason !== undefined && { reason: value.reason }),
    };
    const times = `${scheduled ? `, from ${value.starts}` : ''}${value.ends ? `, until ${value.ends}` : ''}`;
    all.add('+', says + times, at(), { call: 'grants.create', params, body });
  } else change(all, { ...params, grant: before.id }, says, { value, at }, before);
  return before;
}

/**
 * Plans to end a grant whose end in the file has passed. Grants that began after that end stay. Grants by request or
 * emergency access stay too.
 */
function ended(
  all: Comparison,
  says: string,
  { value, at }: Declared<ConfiguredGrant>,
  before: Grant,
): Grant | undefined {
  const { application, id: grant } = before;
  if (Date.parse(before.starts) >= Date.parse(value.ends ?? '')) {
    all.stays.push(`${says}: it began at ${before.starts}, after the end in the file`);
    return undefined;
  }
  if (all.present.applications.get(application)?.asked.has(grant))
    all.stays.push(`${says}: it was requested, or taken as emergency access`);
  else all.add('-', says, at('ends'), { call: 'grants.revoke', params: { application, grant } });
  return before;
}

function change(
  all: Comparison,
  params: { application: string; grant: string },
  says: string,
  { value, at }: Declared<ConfiguredGrant>,
  before: Grant,
): void {
  const ends = value.ends ?? null;
  const time = (text: string | null) => (text === null ? null : Date.parse(text));
  const endChanged = time(ends) !== time(before.ends);
  const explained = value.reason !== undefined && value.reason !== before.reason;
  if (!endChanged && !explained) return;
  const body = { ...(endChanged && { ends }), ...(explained && { reason: value.reason ?? '' }) };
  const different = [
    endChanged && `ends ${before.ends ?? 'never'} → ${ends ?? 'never'}`,
    explained && differs('reason', before.reason, value.reason),
  ].filter((it) => it !== false);
  all.add('~', says, at(), { call: 'grants.update', params, body }, different);
}

function givesOf(
  all: Comparison,
  application: string,
  { role, permission }: ConfiguredGrant,
  at: Declared<unknown>['at'],
) {
  if (role !== undefined) return { kind: 'role' as const, name: role, id: all.role(application, role, at('role')) };
  if (permission === undefined) return undefined;
  return {
    kind: 'permission' as const,
    name: permission,
    id: all.permission(application, permission, at('permission')),
  };
}

function principalOf(all: Comparison, { user, group, program }: ConfiguredGrant, at: Declared<unknown>['at']) {
  if (user !== undefined)
    return { kind: 'user' as const, id: all.user(user, at('user')), text: `user ${foldIdentity(user)}` };
  if (group !== undefined) return { kind: 'group' as const, id: all.group(group, at('group')), text: `group ${group}` };
  if (program === undefined) return undefined;
  return { kind: 'client' as const, id: all.program(program, at('program')), text: `program ${program}` };
}

const keyOf = (...parts: string[]): string => parts.join(' ');
