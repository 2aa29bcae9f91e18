import { type Breathe, breathing } from '../../breathing.ts';

/** Directed edges without cycles: from a node to its successors. */
export type Edges = ReadonlyMap<string, readonly string[]>;

/** The paths from a start to one node. */
export interface Chains {
  /** The number of paths, at most `Number.MAX_SAFE_INTEGER`. */
  readonly count: number;
  /** The shortest paths, each from the first step after the start to the node itself. The start has one empty path. */
  readonly shortest: readonly (readonly string[])[];
}

/** Limits the work of a computation, and lets other requests run meanwhile. */
export interface Work {
  /** Adds to the number of steps. Throws when there were too many. */
  readonly spend: (steps: number) => void;
  readonly breathe: Breathe;
  /** The result of {@link inOrder} for the start, if it is already known. */
  readonly order: readonly string[];
}

/**
 * Counts the paths from `start` to every node that it reaches, and finds the `bound` shortest paths to each. Paths of equal length are
 * sorted by `nameOf`. The number of paths may be exponential in the number of nodes, but the work is not: each node stores a count and a
 * bounded list.
 */
export async function chainsFrom(
  start: string,
  edges: Edges,
  bound: number,
  nameOf: (node: string) => string,
  { spend = () => undefined, breathe = breathing(), order = inOrder([start], edges) }: Partial<Work> = {},
): Promise<ReadonlyMap<string, Chains>> {
  const found = new Map<string, { count: number; candidates: (readonly string[])[] }>();
  const result = new Map<string, Chains>();
  found.set(start, { count: 1, candidates: [[]] });
  for (const node of order) {
    await breathe();
    const { count, candidates } = found.get(node) ?? { count: 0, candidates: [] };
    const shortest = candidates.sort((a, b) => compare(a, b, nameOf)).slice(0, bound);
    result.set(node, { count, shortest });
    for (const next of edges.get(node) ?? []) {
      const entry = found.get(next) ?? { count: 0, candidates: [] };
      entry.count = bounded(entry.count + count);
      for (const chain of shortest) {
        spend(chain.length + 1);
        entry.candidates.push([...chain, next]);
      }
      found.set(next, entry);
    }
  }
  return result;
}

/** Limits a count to the integers that a number represents exactly. */
export function bounded(count: number): number {
  return Math.min(count, Number.MAX_SAFE_INTEGER);
}

/** Every node that the starts reach, and the starts themselves, in topological order: a node follows all nodes that lead to it. */
export function inOrder(starts: readonly string[], edges: Edges): string[] {
  const left: string[] = [];
  const seen = new Set<string>();
  for (const start of starts) {
    if (seen.has(start)) continue;
    seen.add(start);
    const stack = [{ node: start, next: 0 }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const after = edges.get(top.node)?.[top.next];
      if (after === undefined) {
        left.push(top.node);
        stack.pop();
        continue;
      }
      top.next += 1;
      if (seen.has(after)) continue;
      seen.add(after);
      stack.push({ node: after, next: 0 });
    }
  }
  return left.reverse();
}

function compare(a: readonly string[], b: readonly string[], nameOf: (node: string) => string): number {
  if (a.length !== b.length) return a.length - b.length;
  for (const [index, node] of a.entries()) {
    const other = b[index] ?? '';
    if (node === other) continue;
    const [one, two] = [nameOf(node), nameOf(other)];
    if (one !== two) return one < two ? -1 : 1;
    return node < other ? -1 : 1;
  }
  return 0;
}
