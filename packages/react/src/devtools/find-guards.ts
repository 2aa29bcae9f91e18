import type { Access, Answers } from '@licet/client';
import { AccessContext } from '../access-provider.ts';
import { Denied } from '../denied/denied.tsx';
import { Guard } from '../guard.tsx';
import { Can } from '../use-permission.ts';
import { permits, type Wants } from '../wants.ts';

/** The parts of React's internal tree that this module reads. They are the same in React 18 and 19. */
interface Fiber {
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

/**
 * Returns the root of React's tree that contains an element. Returns undefined if this version of React stores the tree
 * elsewhere.
 */
const treeOf = (element: Element): Fiber | undefined => {
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'));
  let fiber = key === undefined ? undefined : (Reflect.get(element, key) as Fiber);
  while (fiber?.return) fiber = fiber.return;
  // An element may point to the previous tree; the root knows the current one.
  return (fiber?.stateNode as { current?: Fiber } | null | undefined)?.current;
};

/** Yields every visible fiber in document order. */
function* walk(top: Fiber): Generator<Fiber> {
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

/** Returns the store that a component reads from a context, if any. */
const storeRead = ({ dependencies }: Fiber, context: unknown): Access | undefined => {
  for (let read = dependencies?.firstContext; read; read = read.next)
    if (read.context === context) return read.memoizedValue as Access;
  return undefined;
};

/** Returns the functions with which a component reads its external stores. */
const readersOf = (fiber: Fiber): (() => unknown)[] => {
  const readers: (() => unknown)[] = [];
  for (let hook = fiber.memoizedState as Hook | null | undefined; hook && 'next' in hook; hook = hook.next) {
    const read = hook.queue?.getSnapshot;
    if (typeof read === 'function') readers.push(read);
  }
  return readers;
};

/** Returns the elements and texts that a component renders in place, without portals. */
const nodesOf = (fiber: Fiber): Node[] => {
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

/** Returns whether Suspense or Activity hides the component. */
const isHidden = ({ tag, memoizedState }: Fiber): boolean => tag === OFFSCREEN && memoizedState !== null;

export interface WantedName {
  readonly kind: 'permission' | 'role';
  readonly name: string;
}

export interface FoundGuard {
  /** The same key for all guards of the same kind with the same requirement. */
  readonly key: string;
  /** For example `<Can>`, or `usePermission in Row`. */
  readonly what: string;
  /** For example `invoices.refund`, `role controller`, `a or b`, or `invoices.refund on shop:berlin`. */
  readonly label: string;
  /** Empty if only a signed-in user is required. */
  readonly names: readonly WantedName[];
  readonly permitted: boolean;
  readonly access: Access;
  /** Empty if a guard shows nothing. */
  readonly nodes: readonly Node[];
}

/**
 * Finds the guards in the page by reading React's internal tree, so that guards need no extra code.
 *
 * @param element any element of the same React root
 */
export const findGuards = (element: Element): FoundGuard[] => {
  const top = treeOf(element);
  const found: FoundGuard[] = [];
  if (top)
    for (const fiber of walk(top)) {
      const access = storeRead(fiber, AccessContext);
      if (!access) continue;
      try {
        found.push(...(KINDS.has(fiber.type) ? [component(fiber, access)] : hooks(fiber, access)));
      } catch {
        // A property throws when it is read, so the guard refuses the user and cannot be described.
      }
    }
  return found;
};

const KINDS = new Map<unknown, string>([
  [Can, '<Can>'],
  [Guard, '<Guard>'],
  [Denied, '<Denied>'],
]);

const component = (fiber: Fiber, access: Access): FoundGuard => {
  const wants = (fiber.memoizedProps ?? {}) as Partial<Record<'permission' | 'role' | 'any' | 'all' | 'on', unknown>>;
  const { permission, role, any, all, on } = wants;
  const open = fiber.type === Guard && [permission, role, any, all].every((each) => each === undefined);
  const several = role === undefined ? (all ?? any) : undefined;
  const names = open
    ? []
    : [several ?? role ?? permission]
        .flat()
        .map((name) => ({ kind: role === undefined ? 'permission' : 'role', name: String(name) }) as const);
  const permitted = answer(() =>
    open ? access.snapshot().status === 'valid' : permits(access, { permission, role, any, all, on } as Wants),
  );
  return guardOf(KINDS.get(fiber.type) ?? '', names, several && !all ? ' or ' : ' and ', on, permitted, access, fiber);
};

/** Runs the hooks of a component once more, with a store that records the checked names. */
const hooks = (fiber: Fiber, access: Access): FoundGuard[] =>
  readersOf(fiber).flatMap((read) => {
    const asked: WantedName[] = [];
    const { can, hasRole, at } = access;
    let place: unknown;
    let permitted = false;
    try {
      const recording = (answers: Answers): Answers => ({
        can: (name) => {
          asked.push({ kind: 'permission', name });
          return answers.can(name);
        },
        hasRole: (name) => {
          asked.push({ kind: 'role', name });
          return answers.hasRole(name);
        },
      });
      const recordingAt: Access['at'] = (on) => {
        place = on;
        return recording(at(on));
      };
      Object.assign(access, recording({ can, hasRole }), { at: recordingAt });
      permitted = answer(() => read() === true);
      Object.assign(access, { can, hasRole, at });
    } catch {
      // A frozen store cannot record names, so its hooks stay unknown.
    }
    if (asked.length === 0) return [];
    const hook = asked[0]?.kind === 'role' ? 'useRole' : 'usePermission';
    return [guardOf(`${hook} in ${nameOf(fiber.type)}`, asked, ', ', place, permitted, access, fiber)];
  });

const guardOf = (
  what: string,
  names: readonly WantedName[],
  joint: string,
  place: unknown,
  permitted: boolean,
  access: Access,
  fiber: Fiber,
): FoundGuard => {
  const wanted =
    names.map(({ kind, name }) => `${kind === 'role' ? 'role ' : ''}${name.slice(0, 128)}`).join(joint) ||
    (what === '<Guard>' ? 'somebody signed in' : 'nothing: an empty list');
  const label = place === undefined ? wanted : `${wanted} on ${String(place).slice(0, 256)}`;
  const nodes = nodesOf(fiber).filter((node) => !(node instanceof Element && node.matches('licet-denied[popover]')));
  return { key: `${what} ${label}`, what, label, names, permitted, access, nodes };
};

const answer = (ask: () => boolean): boolean => {
  try {
    return ask();
  } catch {
    return false;
  }
};

const nameOf = (type: unknown): string => {
  const { displayName, name } = Object(type) as { displayName?: unknown; name?: unknown };
  return String(displayName || name || 'a component').slice(0, 64);
};
