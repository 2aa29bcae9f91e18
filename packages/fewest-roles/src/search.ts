import { allThrough, narrowest, widestThrough } from './bicliques.ts';
import { type Bits, bitsOf } from './bits.ts';
import type { Deadline } from './deadline.ts';
import type { Block, Pair } from './holdings.ts';
import { reduce, type Settled } from './reduce.ts';
import { usersWith } from './table.ts';
import { rolesIn, type Step } from './trail.ts';
import type { Uncovered } from './uncovered.ts';

export interface Solution {
  readonly steps: readonly Step[];
  /**
   * Blocks of pairs, each with the number of roles that its pairs need. Pairs of different blocks cannot share a role,
   * so every solution has at least as many roles as all blocks need together.
   */
  readonly blocks: readonly Block[];
}

/**
 * Covers the pairs with the fewest roles. Bounds from simple covers and greedy independent pairs come first. If they differ, a
 * branch-and-bound search branches on the roles through the pair with the fewest neighbours, and reduces after each choice. It
 * needs exponential time in the worst case, until the deadline.
 */
export function solve(uncovered: Uncovered, deadline: Deadline): Solution {
  const greedy = [coverByPermission(uncovered), coverByUser(uncovered), greedyCover(uncovered, deadline)].reduce(
    (best, each) => (rolesIn(each) < rolesIn(best) ? each : best),
  );
  const independent = greedyIndependent(uncovered, deadline);
  const singles = independent.map((pair) => ({ pairs: [pair], roles: 1 }));
  if (independent.length === rolesIn(greedy)) return { steps: greedy, blocks: singles };
  const { steps, proven } = fewestSteps(uncovered, greedy, independent.length, deadline);
  const roles = rolesIn(steps);
  if (!proven || roles === independent.length) return { steps, blocks: singles };
  return { steps, blocks: [{ pairs: uncovered.pairs(), roles }] };
}

function greedyCover(start: Uncovered, deadline: Deadline): Step[] {
  const rest = start.copy();
  const settled: Settled = { steps: [], independent: [] };
  for (;;) {
    reduce(rest, settled, deadline);
    if (rest.isEmpty) return settled.steps;
    settled.steps.push(cover(rest, widestThrough(rest, narrowest(rest, deadline))));
  }
}

/** Covers the pairs with one role for each user. For random access, this is often the best cover. */
function coverByUser(start: Uncovered): Step[] {
  const rest = start.copy();
  const steps: Step[] = [];
  while (!rest.isEmpty) steps.push(cover(rest, rest.row(rest.first()[0])));
  return steps;
}

function coverByPermission(start: Uncovered): Step[] {
  const rest = start.copy();
  const steps: Step[] = [];
  while (!rest.isEmpty) steps.push(cover(rest, bitsOf(rest.table.columns.length, [rest.first()[1]])));
  return steps;
}

function greedyIndependent(start: Uncovered, deadline: Deadline): Pair[] {
  const rest = start.copy();
  const settled: Settled = { steps: [], independent: [] };
  for (;;) {
    reduce(rest, settled, deadline);
    if (rest.isEmpty) return settled.independent;
    const pair = narrowest(rest, deadline);
    rest.remove(rest.neighbours(pair));
    settled.independent.push(pair);
  }
}

/** Returns the steps with the fewest roles, and whether the search ended before the deadline. It stops at `enough` roles. */
function fewestSteps(start: Uncovered, greedy: readonly Step[], enough: number, deadline: Deadline) {
  let best = greedy;
  let fewest = rolesIn(greedy);
  let proven = true;
  const visit = (rest: Uncovered, chosen: readonly Step[]): void => {
    const settled: Settled = { steps: [...chosen], independent: [] };
    reduce(rest, settled, deadline);
    const roles = rolesIn(settled.steps);
    if (deadline()) proven = false;
    else if (rest.isEmpty) {
      if (roles >= fewest) return;
      best = settled.steps;
      fewest = roles;
    } else if (roles + greedyIndependent(rest, deadline).length < fewest) {
      const choices = allThrough(rest, narrowest(rest, deadline), deadline);
      if (choices === undefined) proven = false;
      for (const permissions of choices ?? []) {
        if (fewest === enough || !proven) return;
        const next = rest.copy();
        visit(next, [...settled.steps, cover(next, permissions)]);
      }
    }
  };
  visit(start.copy(), []);
  return { steps: best, proven: proven || fewest === enough };
}

function cover(rest: Uncovered, permissions: Bits): Step {
  const span = rest.span(usersWith(rest.table, permissions), permissions);
  rest.remove(span);
  return { span };
}
