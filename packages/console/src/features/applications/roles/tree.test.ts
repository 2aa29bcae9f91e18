import { expect, it } from 'vitest';
import { afterPress, isLocked, type Listed, pastedIn, rowsOf, tickedOf, ticksIn, treeOf } from './tree.ts';

const catalogue = (...names: string[]): Listed[] => names.map((name) => ({ id: `id of ${name}`, name, title: '' }));
const drawn = (...names: string[]) => {
  const tree = treeOf(catalogue(...names));
  return rowsOf(tree, () => true).map(
    ({ branch, level, from }) => '  '.repeat(level - 1) + (branch ? `${branch.prefix}*` : tree.leaves[from]?.name),
  );
};

it('groups permissions by the prefixes that at least two of them share', () => {
  expect(
    drawn(
      'audit.read',
      'invoices',
      'invoices.lines.read',
      'invoices.lines.write',
      'invoices.read',
      'users:a/x',
      'users:a/y',
    ),
  ).toEqual([
    'audit.read',
    'invoices',
    'invoices*',
    '  invoices.lines*',
    '    invoices.lines.read',
    '    invoices.lines.write',
    '  invoices.read',
    'users:a*',
    '  users:a/x',
    '  users:a/y',
  ]);
});

it('splits names at hyphens and underscores only if no name has a dot, colon or slash', () => {
  expect(drawn('read-all', 'read-own')).toEqual(['read*', '  read-all', '  read-own']);
  expect(drawn('read-all', 'read-own', 'x.y')).toEqual(['read-all', 'read-own', 'x.y']);
  expect(drawn('.a', '.b', 'c')).toEqual(['.a', '.b', 'c']);
});

/** A pseudo-random number generator (Park and Miller, CACM 31(10), 1988), so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

it('saves exactly the ticked permissions, in whatever order rows are clicked', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = randomFrom(seed);
    const name = () => Array.from({ length: 1 + random(3) }, () => 'abc'[random(3)]).join('.:'[random(2)]);
    const permissions = catalogue(...new Set(Array.from({ length: 1 + random(20) }, name)));
    const tree = treeOf(permissions);
    expect(tree.leaves.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
      permissions.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
    const included = new Map(permissions.filter(() => random(4) === 0).map(({ id }) => [id, []]));
    let own: ReadonlyMap<string, string> = new Map(
      permissions.filter(() => random(3) === 0).map((it) => [it.id, it.name]),
    );
    for (let press = 0; press < 6; press += 1) {
      const rows = rowsOf(tree, () => true);
      const row = rows[random(rows.length)];
      if (!row) continue;
      const contents = { own, included };
      const before = ticksIn(tree, contents);
      const next = afterPress(tree, row, contents);
      const after = ticksIn(tree, { own: next, included });
      const size = row.to - row.from;
      const within = new Set(tree.leaves.slice(row.from, row.to).map(({ id }) => id));
      const throughIncluded = [...within].filter((id) => included.has(id)).length;
      // A press ticks everything, or leaves only the permissions of included roles ticked.
      expect(after(row)).toBe(before(row) < size ? size : throughIncluded);
      if (isLocked(tree, row, contents)) expect(next).toEqual(own);
      for (const { id } of permissions) if (!within.has(id)) expect(next.has(id)).toBe(own.has(id));
      own = next;
      for (const shown of rows) {
        const saved = tree.leaves.slice(shown.from, shown.to).filter(({ id }) => own.has(id) || included.has(id));
        const all = saved.length === shown.to - shown.from;
        expect(tickedOf(shown, after(shown))).toBe(all ? 'true' : saved.length > 0 ? 'mixed' : 'false');
      }
      for (const [id, saved] of own) expect(permissions.find((it) => it.id === id)?.name).toBe(saved);
    }
  }
});

it('shows the children of open branches only, each with its place among its siblings', () => {
  const tree = treeOf(catalogue('a.x', 'a.y.1', 'a.y.2', 'b'));
  const rows = rowsOf(tree, ({ prefix }) => prefix === 'a');
  expect(rows.map(({ key, level, at, of }) => [key, level, at, of])).toEqual([
    ['a *', 1, 1, 2],
    ['id of a.x', 2, 1, 2],
    ['a.y *', 2, 2, 2],
    ['id of b', 1, 2, 2],
  ]);
});

it('finds pasted names by lines, commas and prefixes, and lists the unknown ones', () => {
  const permissions = catalogue('invoices.read', 'invoices.write', 'close month', 'pay', 'refund');
  const read = (text: string) => {
    const { found, unknown } = pastedIn(text, permissions);
    return [found.map(({ name }) => name), unknown];
  };
  expect(read('pay,\n "refund" ; close month\r\n\r\npay')).toEqual([['pay', 'refund', 'close month'], []]);
  expect(read('invoices.*, voids.*')).toEqual([['invoices.read', 'invoices.write'], ['voids.*']]);
  expect(read('pay refund void')).toEqual([['pay', 'refund'], ['void']]);
  expect(read('close week')).toEqual([[], ['close week']]);
});
