import { type Alias, isAlias, isMap, isPair, isSeq, type Node } from 'yaml';

/** So many aliases a file holds at the most: the library looks for each among all of them. */
export const mostAliases = 10_000;
/** So many entries a file gets by aliases at the most: each is checked as if it stood there. */
export const entriesByAliases = 100_000;

/** The aliases of a file. */
export interface Aliases {
  /** What each stands for. */
  readonly targets: ReadonlyMap<Alias, Node>;
  /** How many entries there are by them that do not stand there. */
  readonly added: number;
}

/** Looks at each entry once: what an alias stands for stands before it. */
export function aliasesIn(contents: Node | null): Aliases {
  const anchors = new Map<string, { node: Node; size: number }>();
  const targets = new Map<Alias, Node>();
  let standing = 0;
  const sizeOf = (node: unknown): number => {
    standing += 1;
    if (isAlias(node)) {
      const anchor = anchors.get(node.source);
      if (anchor) targets.set(node, anchor.node);
      return anchor?.size ?? 1;
    }
    let size = 1;
    if (isMap(node) || isSeq(node))
      for (const item of node.items as readonly unknown[])
        size += isPair(item) ? sizeOf(item.key) + sizeOf(item.value) : sizeOf(item);
    const anchor = (node as { anchor?: string } | null)?.anchor;
    if (anchor !== undefined) anchors.set(anchor, { node: node as Node, size });
    return size;
  };
  const whole = contents === null ? 0 : sizeOf(contents);
  return { targets, added: whole - standing };
}
