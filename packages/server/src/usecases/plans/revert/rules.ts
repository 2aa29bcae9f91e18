import { type RolePolicyChange, usualRolePolicy } from '@licet/contract';
import { newId } from '../../../store/kernel/ids.ts';
import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import {
  type ElementThen,
  elementsOf,
  naming,
  policiesNaming,
  separationsNamed,
} from '../../../store/reverts/rules.ts';
import type { Row, Thing } from '../../../store/reverts/things.ts';
import { type CallerAccess, mayGrantIn } from '../../authorise.ts';
import { targetOfThing } from './entities.ts';
import { turnExceptions } from './exceptions.ts';
import { idIn, isThere, keyOf, nameOf, phases, type Step, type Target, targetOf, type Work } from './parts.ts';

/** How roles are given, and what is kept apart: after all grants are back, for these were made when something else held. */
export async function turnRules(work: Work, snapshot: Snapshot, access: CallerAccess): Promise<void> {
  for (const thing of work.things) if (thing.table === 'role_policies') turnPolicy(work, access, thing);
  await renameInPolicies(work, snapshot, access);
  await turnSeparations(work, snapshot);
  await renameInSeparations(work, snapshot, access);
  await turnExceptions(work, snapshot);
}

/** Where a thing is to be as it was: the first of its changes that are turned back, and how it was before; undefined where nothing is done. */
function wantedOf(
  work: Work,
  thing: Thing,
  target: Target,
  alsoDiffers: (event: number) => boolean = () => false,
): { event: number; before: Row | undefined } | undefined {
  const { before, own, foreign } = thing.tail(work.asked);
  const event = own[0]?.no ?? thing.turns.findLast(({ no }) => work.asked.has(no))?.no ?? 0;
  if (JSON.stringify(before?.fields) === JSON.stringify(thing.present?.fields) && !alsoDiffers(event)) return undefined;
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
  const tell = (id: string) =>
    work.cannot.push({ event, why: 'gone', target, by: work.known.get(id)?.gone ?? null, what: targetOf(work, id) });
  const body = before ? withThoseThere(work, before.fields.policy as RolePolicyChange, tell) : usualRolePolicy;
  const change = { call: 'roles.setPolicy', params: { application, role: idIn(work, role) }, body } as const;
  work.steps.push({ change, target, event, phase: phases.rules });
}

/** A policy with the people and groups that are there; where nobody is left the owners decide, and nobody takes the role at once. */
function withThoseThere(work: Work, policy: RolePolicyChange, tell: (gone: string) => void): RolePolicyChange {
  const there = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      if (isThere(work, id)) return [idIn(work, id)];
      tell(id);
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

/** Whoever comes back is another one: the policies that named them name that. */
async function renameInPolicies(work: Work, snapshot: Snapshot, access: CallerAccess): Promise<void> {
  const isSet = (role: string) =>
    work.steps.some(
      ({ change: { call, params } }) => call === 'roles.setPolicy' && Object.values(params ?? {}).includes(role),
    );
  for (const { role, policy } of await policiesNaming(snapshot, [...work.comesBack.keys()])) {
    if (work.removed.has(role) || isSet(role)) continue;
    const back = [...work.comesBack.keys()].find((id) => JSON.stringify(policy).includes(id)) ?? '';
    const event = work.known.get(back)?.gone ?? 0;
    const application = keyOf(work, role);
    if (!mayGrantIn(access, application)) {
      work.cannot.push({ event, why: 'not_planned', target: targetOf(work, back), by: null, what: 'policies' });
      continue;
    }
    const body = withThoseThere(work, policy, () => undefined);
    const change = { call: 'roles.setPolicy', params: { application, role }, body } as const;
    work.steps.push({ change, target: { kind: 'policy', name: nameOf(work, role) }, event, phase: phases.rules });
  }
}

async function turnSeparations(work: Work, snapshot: Snapshot): Promise<void> {
  const things = work.things.filter(({ table }) => table === 'separations');
  const elements = await elementsOf(
    snapshot,
    things.map(({ key }) => key),
  );
  const taken = await separationsNamed(
    snapshot,
    things.map((thing) => thing.text('name_key')),
  );
  const moving = new Set(things.map(({ key }) => key));
  for (const thing of things) {
    const target = targetOfThing(thing);
    const asThen = (event: number) =>
      (elements.get(thing.key) ?? []).filter(({ from, to }) => from < event && (to === null || to >= event));
    const asNow = (elements.get(thing.key) ?? []).filter(({ to }) => to === null);
    const wanted = wantedOf(work, thing, target, (event) => canonical(asThen(event)) !== canonical(asNow));
    if (!wanted) continue;
    const { event, before } = wanted;
    const params = { separation: thing.key };
    const step = (change: Step['change'], place: Pick<Step, 'beside' | 'phase'> = { phase: phases.rules }) =>
      work.steps.push({ change, target, event, ...place });
    // What keeps less apart than now does so before anything is given back that was taken away while it kept more.
    const first = { beside: Math.max(...work.asked), phase: phases.revoke };
    if (!before) {
      step({ call: 'separations.remove', params }, first);
      work.removed.add(thing.key);
      continue;
    }
    const other = thing.present ? undefined : taken.get(String(before.fields.name_key));
    const isTaken = other !== undefined && !moving.has(other.id);
    if (isTaken) work.cannot.push({ event, why: 'exists_again', target, by: other.no });
    const parts = isTaken ? undefined : partsOf(work, event, target, asThen(event));
    if (!parts) {
      work.refused.add(thing.key);
      continue;
    }
    const { name, why, at_most: atMost } = before.fields as { name: string; why: string; at_most: number };
    const body = { name, why, atMost, parts };
    const keepsLess =
      isWithin(asThen(event), asNow) &&
      atMost >= Number(thing.present?.fields.at_most) &&
      !asThen(event).some(({ id }) => work.comesBack.has(id));
    if (thing.present) step({ call: 'separations.update', params, body }, keepsLess ? first : undefined);
    else {
      const as = newId();
      work.comesBack.set(thing.key, as);
      step({ call: 'separations.create', as, body });
    }
  }
}

const keyOfElement = ({ part, id }: ElementThen): string => `${part} ${id}`;

/** The same in whatever order they stand. */
const canonical = (elements: readonly ElementThen[]): string => JSON.stringify(elements.map(keyOfElement).toSorted());

const isWithin = (some: readonly ElementThen[], all: readonly ElementThen[]): boolean =>
  new Set(some.map(keyOfElement)).isSubsetOf(new Set(all.map(keyOfElement)));

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
    if (!access.can('separations.manage') || access.actor?.kind === 'client') {
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
