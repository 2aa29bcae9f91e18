import { type RolePolicyChange, usualRolePolicy } from '@licet/contract';
import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import { type ElementThen, elementsOf, excepted, naming } from '../../../store/reverts/rules.ts';
import type { Row, Thing } from '../../../store/reverts/things.ts';
import { type CallerAccess, mayGrantIn } from '../../authorise.ts';
import { targetOfThing } from './entities.ts';
import { idIn, isThere, keyOf, nameOf, phases, type Target, targetOf, type Work } from './parts.ts';

/** How roles are given, and what is kept apart: after all grants are back, for these were made when something else held. */
export async function turnRules(work: Work, snapshot: Snapshot, access: CallerAccess): Promise<void> {
  for (const thing of work.things) if (thing.table === 'role_policies') turnPolicy(work, access, thing);
  await turnSeparations(work, snapshot);
  await renameInSeparations(work, snapshot, access);
}

/** Where a thing is to be as it was: the first of its changes that are turned back, and how it was before; undefined where nothing is done. */
function wantedOf(work: Work, thing: Thing, target: Target): { event: number; before: Row | undefined } | undefined {
  const { before, own, foreign } = thing.tail(work.asked);
  const event = own[0]?.no ?? thing.turns.findLast(({ no }) => work.asked.has(no))?.no ?? 0;
  if (JSON.stringify(before?.fields) === JSON.stringify(thing.present?.fields)) return undefined;
  if (foreign === undefined) return { event, before };
  work.cannot.push({ event, why: 'changed_since', target, by: foreign });
  return undefined;
}

function turnPolicy(work: Work, access: CallerAccess, thing: Thing): void {
  const role = thing.key;
  if ([work.removed, work.never, work.refused].some((ids) => ids.has(role)) || !isThere(work, role)) return;
  const target = { kind: 'policy', name: nameOf(work, role) };
  const wanted = wantedOf(work, thing, target);
  if (!wanted) return;
  const { event, before } = wanted;
  const application = keyOf(work, role);
  if (!mayGrantIn(access, application)) {
    work.cannot.push({ event, why: 'not_planned', target: targetOf(work, role), by: null, what: 'policy' });
    return;
  }
  const body = before ? withThoseThere(work, event, target, before.fields.policy as RolePolicyChange) : usualRolePolicy;
  const change = { call: 'roles.setPolicy', params: { application, role: idIn(work, role) }, body } as const;
  work.steps.push({ change, target, event, phase: phases.rules });
}

/** A policy with the people and groups that are there; where nobody is left the owners decide, and nobody takes the role at once. */
function withThoseThere(work: Work, event: number, target: Target, policy: RolePolicyChange): RolePolicyChange {
  const there = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      if (isThere(work, id)) return [idIn(work, id)];
      work.cannot.push({ event, why: 'gone', target, by: work.known.get(id)?.gone ?? null, what: targetOf(work, id) });
      return [];
    });
  const left = ({ users, groups }: { readonly users: readonly string[]; readonly groups: readonly string[] }) => {
    const named = { users: there(users), groups: there(groups) };
    return named.users.length + named.groups.length > 0 ? named : undefined;
  };
  const takers = policy.breakGlass && left(policy.breakGlass);
  return {
    ...policy,
    approval: {
      steps: policy.approval.steps.map(({ approvers, needed }) => {
        const named = approvers === 'owners' ? undefined : left(approvers);
        if (!named) return { approvers: 'owners', needed };
        return { approvers: named, needed: named.groups.length > 0 ? needed : Math.min(needed, named.users.length) };
      }),
    },
    breakGlass: takers ? { ...takers, seconds: policy.breakGlass?.seconds ?? 0 } : null,
  };
}

async function turnSeparations(work: Work, snapshot: Snapshot): Promise<void> {
  const things = work.things.filter(({ table }) => table === 'separations');
  const elements = await elementsOf(
    snapshot,
    things.map(({ key }) => key),
  );
  for (const thing of things) {
    const target = targetOfThing(thing);
    const wanted = wantedOf(work, thing, target);
    if (!wanted) continue;
    const { event, before } = wanted;
    const params = { separation: thing.key };
    const step = (change: Work['steps'][number]['change']) =>
      work.steps.push({ change, target, event, phase: phases.rules });
    if (!before) {
      step({ call: 'separations.remove', params });
      continue;
    }
    const then = (elements.get(thing.key) ?? []).filter(({ from, to }) => from < event && (to === null || to >= event));
    const parts = partsOf(work, event, target, then);
    if (!parts) continue;
    const { name, why, at_most: atMost } = before.fields as { name: string; why: string; at_most: number };
    const body = { name, why, atMost, parts };
    if (thing.present) step({ call: 'separations.update', params, body });
    else {
      step({ call: 'separations.create', body });
      if (await excepted(snapshot, thing.key, event))
        work.cannot.push({ event, why: 'not_planned', target, by: null, what: 'exceptions' });
    }
  }
}

/** Parts of elements that are there; undefined, which is told, where one of them would be empty. */
function partsOf(work: Work, event: number, target: Target, elements: readonly ElementThen[]) {
  const parts = [...Map.groupBy(elements, ({ part }) => part)].sort(([one], [other]) => one - other);
  const left = parts.map(([, all]) => ({
    elements: all.flatMap(({ kind, id }) => (isThere(work, id) ? [{ kind, id: idIn(work, id) }] : [])),
  }));
  const empty = left.findIndex((part) => part.elements.length === 0);
  if (empty < 0) return left;
  const id = parts[empty]?.[1][0]?.id ?? '';
  work.cannot.push({ event, why: 'gone', target, by: work.known.get(id)?.gone ?? null, what: targetOf(work, id) });
  return undefined;
}

/** A role or a permission that comes back is another one: the separations that named it name that. */
async function renameInSeparations(work: Work, snapshot: Snapshot, access: CallerAccess): Promise<void> {
  const turned = new Set(work.things.flatMap(({ table, key }) => (table === 'separations' ? [key] : [])));
  for (const { id, name, elements } of await naming(snapshot, [...work.comesBack.keys()])) {
    if (turned.has(id)) continue;
    const back = elements.find((element) => work.comesBack.has(element.id));
    const event = work.known.get(back?.id ?? '')?.gone ?? 0;
    if (!access.can('separations.manage') || access.userId === null) {
      const target = targetOf(work, back?.id ?? '');
      work.cannot.push({ event, why: 'not_planned', target, by: null, what: 'separation' });
      continue;
    }
    const target = { kind: 'separation', name };
    const parts = partsOf(work, event, target, elements);
    const change = { call: 'separations.update', params: { separation: id }, body: { parts } } as const;
    if (parts) work.steps.push({ change, target, event, phase: phases.rules });
  }
}
