import type { Ref } from '@licet/contract';

/** A permission of the catalogue. */
export interface Listed extends Ref {
  readonly title: string;
}

/** Permissions with a common prefix: those from `from` up to `to` in the leaves of the tree. */
export interface Branch {
  /** The common prefix, without the separator at its end. */
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  readonly children: readonly Child[];
}

/** A branch, or the index of a leaf. */
type Child = Branch | number;

/** A catalogue as a tree by prefix. */
export interface PermissionTree {
  /** In the order of the tree. */
  readonly leaves: readonly Listed[];
  readonly children: readonly Child[];
  readonly branches: number;
}

/** A visible row of a tree. `at` and `of` are its position among its siblings, from 1, and their number. */
export interface TreeRow {
  readonly key: string;
  readonly level: number;
  readonly at: number;
  readonly of: number;
  readonly branch: Branch | undefined;
  /** The leaves of the row: one, or all of the branch. */
  readonly from: number;
  readonly to: number;
}

/** The permissions of a role: its own, and those through included roles, each with these roles. */
export interface Contents {
  readonly own: ReadonlyMap<string, string>;
  readonly included: ReadonlyMap<string, readonly Ref[]>;
}

/** Whether none, all or some of the leaves of a row are in the role. */
export type Ticked = 'false' | 'true' | 'mixed';

interface Growing {
  readonly prefix: string;
  readonly children: (Growing | Listed)[];
  readonly below: Map<string, Growing>;
}

/**
 * Builds the tree of a catalogue in the order of its permissions. A branch has at least two children. Names are
 * separated by dots, colons and slashes; if no name contains one, by hyphens and underscores.
 */
export function treeOf(permissions: readonly Listed[]): PermissionTree {
  const separator = permissions.some(({ name }) => /[.:/]/.test(name)) ? /[.:/]+/g : /[-_]+/g;
  const root: Growing = { prefix: '', children: [], below: new Map() };
  for (const permission of permissions) {
    let branch = root;
    for (const { index } of permission.name.matchAll(separator)) {
      const prefix = permission.name.slice(0, index);
      if (prefix === '') continue;
      let next = branch.below.get(prefix);
      if (!next) {
        next = { prefix, children: [], below: new Map() };
        branch.below.set(prefix, next);
        branch.children.push(next);
      }
      branch = next;
    }
    branch.children.push(permission);
  }
  const leaves: Listed[] = [];
  let branches = 0;
  const grown = (child: Growing | Listed): Child => {
    if (!('children' in child)) return leaves.push(child) - 1;
    const [only] = child.children;
    if (child.children.length === 1 && only) return grown(only);
    const from = leaves.length;
    const children = child.children.map(grown);
    branches += 1;
    return { prefix: child.prefix, from, to: leaves.length, children };
  };
  return { children: root.children.map(grown), leaves, branches };
}

/** Returns the visible rows: the children of each open branch, depth first. */
export function rowsOf(tree: PermissionTree, isOpen: (branch: Branch) => boolean): TreeRow[] {
  const rows: TreeRow[] = [];
  const show = (children: readonly Child[], level: number) => {
    for (const [index, child] of children.entries()) {
      const place = { level, at: index + 1, of: children.length };
      if (typeof child === 'number')
        rows.push({ ...place, key: tree.leaves[child]?.id ?? '', branch: undefined, from: child, to: child + 1 });
      else {
        rows.push({ ...place, key: `${child.prefix} *`, branch: child, from: child.from, to: child.to });
        if (isOpen(child)) show(child.children, level + 1);
      }
    }
  };
  show(tree.children, 1);
  return rows;
}

/** Returns a function that counts the ticked leaves of a row. */
export function ticksIn(tree: PermissionTree, { own, included }: Contents): (row: Span) => number {
  const before = new Uint32Array(tree.leaves.length + 1);
  for (const [place, { id }] of tree.leaves.entries())
    before[place + 1] = (before[place] ?? 0) + (own.has(id) || included.has(id) ? 1 : 0);
  return ({ from, to }) => (before[to] ?? 0) - (before[from] ?? 0);
}
type Span = Pick<TreeRow, 'from' | 'to'>;

export const tickedOf = (row: Span, ticks: number): Ticked =>
  ticks === 0 ? 'false' : ticks === row.to - row.from ? 'true' : 'mixed';

/**
 * Returns the role's own permissions after a press on a row: with all leaves of the row, or without them if the role
 * has them all already. Permissions through included roles do not change, and are not added to the own ones.
 */
export function afterPress(tree: PermissionTree, row: Span, { own, included }: Contents): ReadonlyMap<string, string> {
  const leaves = tree.leaves.slice(row.from, row.to);
  const missing = leaves.filter(({ id }) => !own.has(id) && !included.has(id));
  const next = new Map(own);
  for (const { id, name } of missing) next.set(id, name);
  if (missing.length === 0) for (const { id } of leaves) next.delete(id);
  return next;
}

/** Whether a press on a row has no effect, because included roles contain all of its leaves. */
export const isLocked = (tree: PermissionTree, row: Span, { own, included }: Contents): boolean => {
  for (let place = row.from; place < row.to; place += 1) {
    const id = tree.leaves[place]?.id ?? '';
    if (own.has(id) || !included.has(id)) return false;
  }
  return true;
};

/** The permissions that a pasted text names, and the names that the catalogue lacks. */
export interface Pasted {
  readonly found: readonly Listed[];
  readonly unknown: readonly string[];
}

/**
 * Finds the permissions that a text names. Names are separated by lines, commas, semicolons or tabs, or by spaces if
 * every word is a name. `invoices.*` stands for all permissions whose names begin with `invoices.`.
 */
export function pastedIn(text: string, permissions: readonly Listed[]): Pasted {
  const byName = new Map(permissions.map((permission) => [permission.name, permission]));
  const named = (name: string): readonly Listed[] => {
    const known = byName.get(name);
    if (known) return [known];
    const prefix = /^(.+)\*$/.exec(name)?.[1];
    return prefix === undefined ? [] : permissions.filter((permission) => permission.name.startsWith(prefix));
  };
  const found = new Set<Listed>();
  const unknown = new Set<string>();
  for (const part of text.split(/[\n\r,;\t]+/)) {
    const entry = part.trim().replace(/^(["'`])(.*)\1$/, '$2');
    if (entry === '') continue;
    const whole = named(entry);
    const words = whole.length > 0 ? [] : entry.split(/\s+/);
    const each = words.map(named);
    if (each.length > 0 && each.some((some) => some.length > 0))
      for (const [place, some] of each.entries()) if (some.length === 0) unknown.add(words[place] ?? '');
    const all = [...whole, ...each.flat()];
    if (all.length === 0) unknown.add(entry);
    for (const permission of all) found.add(permission);
  }
  return { found: [...found], unknown: [...unknown] };
}
