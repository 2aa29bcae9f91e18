import type { Access } from '@licet/client';

/** What is read of React's own tree, as its developer tools read it; the same in React 18 and 19. */
export interface Fiber {
  readonly tag: number;
  readonly type: unknown;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly return: Fiber | null;
  readonly memoizedProps: unknown;
  readonly memoizedState: unknown;
  readonly stateNode: unknown;
  readonly dependencies?: { readonly firstContext?: ContextRead | null } | null;
}

/** The tree that is on the screen, from any element that React has drawn; undefined where React keeps it elsewhere. */
export const treeOf = (element: Element): Fiber | undefined => {
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'));
  let fiber = key === undefined ? undefined : (Reflect.get(element, key) as Fiber);
  while (fiber?.return) fiber = fiber.return;
  // An element may know of the tree before the last one; the root knows which is current.
  return (fiber?.stateNode as { current?: Fiber } | null | undefined)?.current;
};

/** Every fiber that is shown, from the top of the page to its end. */
export function* walk(top: Fiber): Generator<Fiber> {
  let at: Fiber | null = top;
  while (at) {
    yield at;
    if (at.child && !isHidden(at)) at = at.child;
    else {
      while (at && at !== top && !at.sibling) at = at.return;
      at = at === top || !at ? null : at.sibling;
    }
  }
}

/** The store that a component reads from a context, if it reads it. */
export const storeRead = ({ dependencies }: Fiber, context: unknown): Access | undefined => {
  for (let read = dependencies?.firstContext; read; read = read.next)
    if (read.context === context) return read.memoizedValue as Access;
  return undefined;
};

/** How a component reads each of its external stores. */
export const readersOf = (fiber: Fiber): (() => unknown)[] => {
  const readers: (() => unknown)[] = [];
  for (let hook = fiber.memoizedState as Hook | null | undefined; hook && 'next' in hook; hook = hook.next) {
    const read = hook.queue?.getSnapshot;
    if (typeof read === 'function') readers.push(read);
  }
  return readers;
};

/** The elements and texts that a component stands for in the page. What it draws elsewhere, through portals, is left out. */
export const nodesOf = (fiber: Fiber): Node[] => {
  const nodes: Node[] = [];
  const look = (first: Fiber | null): void => {
    for (let at = first; at; at = at.sibling) {
      if (at.stateNode instanceof Element || at.stateNode instanceof Text) nodes.push(at.stateNode);
      else if (at.tag !== PORTAL && !isHidden(at)) look(at.child);
    }
  };
  look(fiber.child);
  return nodes;
};

interface ContextRead {
  readonly context: unknown;
  readonly memoizedValue: unknown;
  readonly next: ContextRead | null;
}

interface Hook {
  readonly queue: { readonly getSnapshot?: () => unknown } | null;
  readonly next: Hook | null;
}

const PORTAL = 4;
const OFFSCREEN = 22;

/** Kept for later by Suspense or Activity. */
const isHidden = ({ tag, memoizedState }: Fiber): boolean => tag === OFFSCREEN && memoizedState !== null;
