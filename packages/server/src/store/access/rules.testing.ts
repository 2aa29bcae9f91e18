import { usualRolePolicy } from '@licet/contract';
import fc from 'fast-check';
import type { Change } from '../kernel/change.ts';
import { replaceRolePolicy } from '../role-policies/role-policies.ts';
import { endException, insertException, moveException } from '../separation-exceptions/separation-exceptions.ts';
import { deleteSeparation, insertSeparation, updateSeparation } from '../separations/separations.ts';
import type { TestApplication } from '../store.testing.ts';
import type { ModelRules } from './model.testing.ts';

/**
 * A step that creates, changes or deletes a rule, or makes an exception to one. Its numbers select among the existing
 * elements.
 */
export interface RuleStep {
  readonly kind: 'policy' | 'apart' | 'reword' | 'together' | 'except' | 'extend' | 'unexcept';
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

const kinds = ['policy', 'apart', 'reword', 'together', 'except', 'extend', 'unexcept'] as const;

export const ruleSteps: fc.Arbitrary<RuleStep> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('policy' as const, 'except' as const) },
    { weight: 2, arbitrary: fc.constantFrom('apart' as const, 'unexcept' as const) },
    { weight: 1, arbitrary: fc.constantFrom('reword' as const, 'together' as const, 'extend' as const) },
  ),
  a: fc.nat(99),
  b: fc.nat(99),
  c: fc.nat(99),
});

export const isRuleStep = (step: { readonly kind: string }): step is RuleStep =>
  (kinds as readonly string[]).includes(step.kind);

/** The elements that rules can name. `one` selects an existing element of a list. */
interface RuledWorld {
  readonly id: (name: string) => string;
  readonly one: (list: readonly string[], index: number) => string;
  readonly application: TestApplication;
  readonly users: readonly string[];
  readonly programs: readonly string[];
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

/**
 * Applies a step and returns the resulting rules. `ends` returns an instant; its argument is the time from now, in
 * thirds of `pace`.
 */
export async function playRule(
  change: Change,
  world: RuledWorld,
  rules: ModelRules,
  { kind, a, b, c }: RuleStep,
  ends: (thirds: number) => string,
): Promise<ModelRules> {
  const { id, one, users, programs } = world;
  const version = change.no;
  const separation = rules.separations[a % Math.max(1, rules.separations.length)];
  const lasting = rules.exceptions.filter((it) => it.ends > change.at);
  const exception = lasting[a % Math.max(1, lasting.length)];
  const stored = {
    id: exception?.id ?? '',
    separation: named(exception?.separation),
    holder: named(exception?.holder),
  };
  switch (kind) {
    case 'policy': {
      const role = one(world.roles, a);
      if (role === '') return rules;
      const policy = { version, requestable: c % 2 === 0, approvers: someOf(world, b), takers: someOf(world, c) };
      await replaceRolePolicy(change, { id: id(role), appId: world.application.id }, storedPolicy(world, policy));
      return { ...rules, policies: new Map(rules.policies).set(role, policy) };
    }
    case 'apart': {
      const parts = partsOf(world, [a, b, c]);
      if (!parts || rules.separations.length > 3) return rules;
      const name = `apart ${version} ${rules.separations.length} ${a} ${b} ${c}`;
      if (rules.separations.some((it) => it.name === name)) return rules;
      const made = { version, name, why: '', parts };
      const separationId = await insertSeparation(change, { ...made, atMost: 1 }, elementsOf(world, parts));
      return { ...rules, separations: [...rules.separations, { ...made, id: separationId }] };
    }
    case 'reword': {
      const parts = b % 2 === 0 ? partsOf(world, [b, c, a]) : separation?.parts;
      if (!separation || !parts) return rules;
      const next = { ...separation, version, why: c % 3 === 0 ? separation.why : `why ${c}`, parts };
      const elements = parts === separation.parts ? undefined : elementsOf(world, parts);
      await updateSeparation(change, separation.id, { ...next, atMost: 1 }, elements);
      return { ...rules, separations: rules.separations.map((it) => (it === separation ? next : it)) };
    }
    case 'together': {
      if (!separation) return rules;
      await deleteSeparation(change, separation.id);
      return {
        ...rules,
        separations: rules.separations.filter((it) => it !== separation),
        exceptions: rules.exceptions.filter((it) => it.separation !== separation.id),
      };
    }
    case 'except': {
      const holder = one([...users, ...programs], b);
      const has = lasting.some((it) => it.separation === separation?.id && it.holder === holder);
      if (!separation || holder === '' || has) return rules;
      const until = ends(1 + (c % 12));
      const made = await insertException(change, separation.id, id(holder), until);
      const added = { id: made, version, separation: separation.id, holder, ends: until };
      return { ...rules, exceptions: [...rules.exceptions, added] };
    }
    case 'extend': {
      if (!exception) return rules;
      const next = { ...exception, version, ends: ends(1 + (c % 12)) };
      const holder = { ...stored.holder, id: id(exception.holder) };
      await moveException(change, { ...stored, holder } as Parameters<typeof moveException>[1], next.ends);
      return { ...rules, exceptions: rules.exceptions.map((it) => (it === exception ? next : it)) };
    }
    case 'unexcept': {
      if (!exception) return rules;
      await endException(change, exception.id);
      return { ...rules, exceptions: rules.exceptions.filter((it) => it !== exception) };
    }
  }
}

/** A deletion removes the policy of a role and the exceptions of a principal. Names of deleted things are kept. */
export const withoutGone = (rules: ModelRules, gone: string): ModelRules => ({
  ...rules,
  policies: new Map([...rules.policies].filter(([role]) => role !== gone)),
  exceptions: rules.exceptions.filter(({ holder }) => holder !== gone),
});

const named = (id = '') => ({ id, name: id });

/** Selects a user, a group, both or neither. */
function someOf({ one, users, groups }: RuledWorld, number: number): string[] {
  const chosen = [number % 3 > 0 ? one(users, number) : '', number % 4 > 1 ? one(groups, number) : ''];
  return chosen.filter((name) => name !== '');
}

function storedPolicy(
  { id, users, groups }: RuledWorld,
  { requestable, approvers, takers }: { requestable: boolean; approvers: readonly string[]; takers: readonly string[] },
) {
  const people = (names: readonly string[]) => ({
    users: names.filter((name) => users.includes(name)).map(id),
    groups: names.filter((name) => groups.includes(name)).map(id),
  });
  return {
    ...usualRolePolicy,
    requestable,
    approval: { steps: [{ approvers: approvers.length > 0 ? people(approvers) : ('owners' as const), needed: 1 }] },
    breakGlass: takers.length > 0 ? { ...people(takers), seconds: 60 } : null,
  };
}

/** Two disjoint parts, if enough elements exist. */
function partsOf({ one, roles, permissions }: RuledWorld, numbers: readonly number[]): string[][] | undefined {
  const [first = '', ...others] = [...new Set(numbers.map((number) => one([...roles, ...permissions], number)))];
  return others.length > 0 && first !== '' ? [[first], others] : undefined;
}

const elementsOf = ({ id, roles, application }: RuledWorld, parts: readonly (readonly string[])[]) =>
  parts.flatMap((part, place) =>
    part.map((name) => ({
      part: place + 1,
      appId: application.id,
      roleId: roles.includes(name) ? id(name) : null,
      permissionId: roles.includes(name) ? null : id(name),
    })),
  );
