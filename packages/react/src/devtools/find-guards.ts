import type { Access } from '@licet/client';
import { AccessContext } from '../access-provider.ts';
import { Can } from '../can.ts';
import { Denied } from '../denied/denied.tsx';
import { Guard } from '../guard.tsx';
import { permits, type Wants } from '../wants.ts';
import { type Fiber, nodesOf, readersOf, storeRead, treeOf, walk } from './react-tree.ts';

export interface WantedName {
  readonly kind: 'permission' | 'role';
  readonly name: string;
}

/** One guard on the page. */
export interface FoundGuard {
  /** The same for guards of one sort that want the same. */
  readonly key: string;
  /** `<Can>`, or `usePermission in Row`. */
  readonly what: string;
  /** `invoices.refund`, `role controller`, `a or b`. */
  readonly label: string;
  /** Empty: that somebody is signed in. */
  readonly names: readonly WantedName[];
  readonly permitted: boolean;
  readonly access: Access;
  /** Empty where a guard shows nothing. */
  readonly nodes: readonly Node[];
}

/**
 * Finds the guards in the page by reading React's tree, so that guards need no code for it and pay nothing.
 *
 * @param element any element that the same React root has drawn
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
        // Properties that throw when they are looked at: the guard answers no, and there is nothing to say about it.
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
  const wants = (fiber.memoizedProps ?? {}) as Partial<Record<'permission' | 'role' | 'any' | 'all', unknown>>;
  const { permission, role, any, all } = wants;
  const open = fiber.type === Guard && [permission, role, any, all].every((each) => each === undefined);
  const several = role === undefined ? (all ?? any) : undefined;
  const names = open
    ? []
    : [several ?? role ?? permission]
        .flat()
        .map((name) => ({ kind: role === undefined ? 'permission' : 'role', name: String(name) }) as const);
  const permitted = answer(() =>
    open ? access.snapshot().status === 'valid' : permits(access, { permission, role, any, all } as Wants),
  );
  return guardOf(KINDS.get(fiber.type) ?? '', names, several && !all ? ' or ' : ' and ', permitted, access, fiber);
};

/** What the hooks of a component ask is found by letting them ask once more, and writing down which names they ask for. */
const hooks = (fiber: Fiber, access: Access): FoundGuard[] =>
  readersOf(fiber).flatMap((read) => {
    const asked: WantedName[] = [];
    const { can, hasRole } = access;
    let permitted = false;
    try {
      Object.assign(access, {
        can: (name: string) => {
          asked.push({ kind: 'permission', name });
          return can(name);
        },
        hasRole: (name: string) => {
          asked.push({ kind: 'role', name });
          return hasRole(name);
        },
      });
      permitted = answer(() => read() === true);
      Object.assign(access, { can, hasRole });
    } catch {
      // A store that somebody has frozen: its hooks stay unknown.
    }
    if (asked.length === 0) return [];
    const hook = asked[0]?.kind === 'role' ? 'useRole' : 'usePermission';
    return [guardOf(`${hook} in ${nameOf(fiber.type)}`, asked, ', ', permitted, access, fiber)];
  });

const guardOf = (
  what: string,
  names: readonly WantedName[],
  joint: string,
  permitted: boolean,
  access: Access,
  fiber: Fiber,
): FoundGuard => {
  const label =
    names.map(({ kind, name }) => `${kind === 'role' ? 'role ' : ''}${name.slice(0, 128)}`).join(joint) ||
    (what === '<Guard>' ? 'somebody signed in' : 'nothing: an empty list');
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
