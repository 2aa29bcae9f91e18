import { add, type Bits, bitsOf, has } from './bits.ts';
import type { Pair } from './holdings.ts';
import type { Neighbours } from './uncovered.ts';

/** One step towards a solution: a role for the pairs of a span, or a pair that can join any later role with the pair `of`. */
export type Step = { readonly span: Neighbours } | { readonly pair: Pair; readonly of: Pair };

/** The users and permissions of a role, before it is extended to all users and permissions that can join. */
export interface Span {
  readonly users: Bits;
  readonly permissions: Bits;
}

/**
 * Returns the roles of the steps. Each removed pair is added to one of them. The steps are read backwards, because a removed pair can only
 * join the roles of later steps: at its removal, it could share a role with every uncovered pair that could share one with `of`.
 */
export function spansOf(steps: readonly Step[], users: number): Span[] {
  const spans: Span[] = [];
  for (const step of steps.toReversed()) {
    if ('span' in step) {
      spans.push({ users: bitsOf(users, step.span.users), permissions: step.span.permissions.slice() });
      continue;
    }
    const [user, permission] = step.of;
    const span = spans.find((each) => has(each.users, user) && has(each.permissions, permission)) as Span;
    add(span.users, step.pair[0]);
    add(span.permissions, step.pair[1]);
  }
  return spans;
}

/** Returns how many roles the steps have. */
export function rolesIn(steps: readonly Step[]): number {
  return steps.reduce((count, step) => count + ('span' in step ? 1 : 0), 0);
}
