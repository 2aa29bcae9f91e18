import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Checkbox } from '../../../ui/choices.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatList, formatNumber } from '../../../ui/format.ts';
import { ChevronDownIcon, CircleDashedIcon } from '../../../ui/icons.tsx';
import { UseBar } from '../../../ui/meter.tsx';
import {
  afterPress,
  type Branch,
  type Contents,
  isLocked,
  rowsOf,
  type Ticked,
  type PermissionTree as Tree,
  type TreeRow,
  tickedOf,
  ticksIn,
} from './tree.ts';
import { treeWords as words } from './words.ts';
import './roles.css';

/** The number of a role's holders who used each of its permissions. Permissions without use have no entry. */
export interface UseByPermission {
  readonly holders: number;
  readonly used: ReadonlyMap<string, number>;
}

interface PermissionTreeProps {
  tree: Tree;
  contents: Contents;
  /** The stored own permissions. Other ticks are marked as new or removed. */
  saved: ReadonlyMap<string, string>;
  /** Without it the tree is read only. */
  onChange?: ((own: ReadonlyMap<string, string>) => void) | undefined;
  use?: UseByPermission | undefined;
  /** Whether all branches are open at first. */
  open: boolean;
  /** Whether the tree has its own scroll bar, as in a form. Otherwise it scrolls with the page. */
  framed?: boolean | undefined;
}

const ROW_PX = 34;
// 44 px, the smallest comfortable touch target, and 1 px for the line below.
const PHONE_ROW_PX = 45;
const PHONE = '(max-width: 720px)';
const PAGE_ROWS = 10;

/**
 * Permissions as a tree by prefix (ARIA APG, tree view with checkboxes). Only the visible rows are rendered, and the
 * row with the focus.
 */
export function PermissionTree(props: PermissionTreeProps): ReactNode {
  const { tree, contents, onChange, open, framed = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState<string>();
  const [tall] = useState(() => (window.matchMedia(PHONE).matches ? PHONE_ROW_PX : ROW_PX));
  const margin = useOffset(box, framed);

  const isOpen = (branch: Branch) => turned.has(branch.prefix) !== open;
  const rows = useMemo(() => rowsOf(tree, ({ prefix }) => turned.has(prefix) !== open), [tree, turned, open]);
  const ticks = useMemo(() => ticksIn(tree, contents), [tree, contents]);
  const active = Math.max(
    rows.findIndex(({ key }) => key === cursor),
    0,
  );
  const windowed = useVirtualizer({
    count: rows.length,
    getScrollElement: () => (framed ? box.current : scrollerOf(box.current)),
    estimateSize: () => tall,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
    scrollMargin: margin,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), active])].sort((one, other) => one - other),
  });

  const turn = (branches: readonly Branch[], next: boolean) => {
    const after = new Set(turned);
    for (const { prefix } of branches)
      if (next === open) after.delete(prefix);
      else after.add(prefix);
    setTurned(after);
  };
  const press = (row: TreeRow) => {
    if (onChange && !isLocked(tree, row, contents)) onChange(afterPress(tree, row, contents));
  };
  const moveTo = (index: number) => {
    const to = Math.min(Math.max(index, 0), rows.length - 1);
    setCursor(rows[to]?.key);
    windowed.scrollToIndex(to);
    const drawn = () => box.current?.querySelector<HTMLElement>(`[data-place="${to}"]`);
    // Focus the row now if it is rendered: the next key may come before the next frame and must apply to this row.
    const now = drawn();
    if (now) now.focus({ preventScroll: true });
    else requestAnimationFrame(() => drawn()?.focus({ preventScroll: true }));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = placeOf(event.target);
    const row = rows[index];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const { branch } = row;
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const inward = () => {
      if (branch && isOpen(branch)) moveTo(index + 1);
      else if (branch) turn([branch], true);
    };
    const outward = () => {
      if (branch && isOpen(branch)) return turn([branch], false);
      const parent = rows.findLastIndex(({ level }, place) => place < index && level < row.level);
      if (parent >= 0) moveTo(parent);
    };
    const actions: Record<string, () => void> = {
      ArrowDown: () => moveTo(index + 1),
      ArrowUp: () => (index === 0 ? searchOf(box.current)?.focus() : moveTo(index - 1)),
      PageDown: () => moveTo(index + PAGE_ROWS),
      PageUp: () => moveTo(index - PAGE_ROWS),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      [isRtl ? 'ArrowLeft' : 'ArrowRight']: inward,
      [isRtl ? 'ArrowRight' : 'ArrowLeft']: outward,
      ' ': () => press(row),
      Enter: () => (branch ? turn([branch], !isOpen(branch)) : press(row)),
      '*': () => turn(siblingsOf(rows, index), true),
      j: () => moveTo(index + 1),
      k: () => moveTo(index - 1),
      x: () => press(row),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || (event.repeat && 'jkx '.includes(event.key.toLowerCase()))) return;
    event.preventDefault();
    action();
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const row = rows[placeOf(event.target)];
    if (!row) return;
    setCursor(row.key);
    const onBox = event.target instanceof Element && event.target.closest('.permission-box') !== null;
    if (row.branch && !onBox) turn([row.branch], !isOpen(row.branch));
    else press(row);
  };

  return (
    <div
      className={classNames('permission-tree', framed && 'framed', props.use && 'with-use')}
      role="tree"
      aria-label={words.label}
      aria-multiselectable="true"
      ref={box}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="none" style={{ height: windowed.getTotalSize() }}>
        {windowed.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <Row
                key={row.key}
                row={row}
                place={index}
                reachable={index === active}
                opened={row.branch && isOpen(row.branch)}
                ticks={ticks(row)}
                of={props}
                style={{ height: tall, transform: `translateY(${start - margin}px)` }}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  row: TreeRow;
  place: number;
  reachable: boolean;
  opened: boolean | undefined;
  ticks: number;
  of: PermissionTreeProps;
  style: { height: number; transform: string };
}

function Row({ row, place, reachable, opened, ticks, of, style }: RowProps): ReactNode {
  const { tree, contents, saved, onChange, use } = of;
  const { branch, level, from, to } = row;
  const leaf = tree.leaves[from];
  const ticked = tickedOf(row, ticks);
  const locked = isLocked(tree, row, contents);
  const change = branch || !leaf ? undefined : changeOf(leaf.id, contents, saved);
  const via = leaf && !branch ? contents.included.get(leaf.id)?.map(({ name }) => name) : undefined;
  const end = branch
    ? words.count(formatNumber(ticks), formatNumber(to - from))
    : change
      ? words[change]
      : via && words.from(formatList(via));
  const used = leaf && !branch && use && !change && ticked === 'true' ? (use.used.get(leaf.id) ?? 0) : undefined;
  const useText = use && used !== undefined ? words.used(used, use.holders) : undefined;
  const name = branch?.prefix ?? leaf?.name ?? '';
  const title = branch ? '' : (leaf?.title ?? '');
  return (
    <div
      role="treeitem"
      data-place={place}
      tabIndex={reachable ? 0 : -1}
      className={classNames('permission-row', branch && 'branch', change)}
      style={{ ...style, '--level': level - 1 } as CSSProperties}
      aria-label={[name, title, end, useText].filter((part) => part !== undefined && part !== '').join(', ')}
      aria-level={level}
      aria-posinset={row.at}
      aria-setsize={row.of}
      aria-expanded={opened}
      aria-checked={ticked}
      aria-disabled={locked || onChange === undefined || undefined}
    >
      <span className="permission-turn">{branch && <ChevronDownIcon small />}</span>
      <Tick ticked={ticked} locked={locked} off={onChange === undefined} />
      <span className="ellipsis" title={title === '' ? name : `${name}: ${title}`}>
        <bdi className="identifier">{name}</bdi>
        {title !== '' && <bdi className="text-faint small"> {title}</bdi>}
      </span>
      {use && (
        <span className="hide-on-phone">
          {used === 0 ? (
            <span className="permission-never text-muted small">
              <CircleDashedIcon small /> {words.never}
            </span>
          ) : (
            used !== undefined && <UseBar label={useText ?? ''} used={used} holders={use.holders} counted />
          )}
        </span>
      )}
      <span className="permission-from ellipsis" title={via && end}>
        {end}
      </span>
    </div>
  );
}

/** The picture of a row's tick. The row itself has the role and the focus. */
function Tick({ ticked, locked, off }: { ticked: Ticked; locked: boolean; off: boolean }): ReactNode {
  return (
    <span className={classNames('permission-box', locked && 'locked', off && 'off')} aria-hidden="true">
      <Checkbox label="" hideLabel checked={ticked === 'true'} mixed={ticked === 'mixed'} tabIndex={-1} readOnly />
    </span>
  );
}

/** How the form changes a permission of the role. */
function changeOf(id: string, { own, included }: Contents, saved: ReadonlyMap<string, string>) {
  if (own.has(id) === saved.has(id) || included.has(id)) return undefined;
  return own.has(id) ? 'added' : 'removed';
}

const placeOf = (target: EventTarget): number => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  return row ? Number(row.dataset.place) : -1;
};

/** The branches beside a row, under the same parent. */
function siblingsOf(rows: readonly TreeRow[], index: number): Branch[] {
  const level = rows[index]?.level ?? 1;
  const first = rows.findLastIndex((row, place) => place < index && row.level < level) + 1;
  const next = rows.findIndex((row, place) => place > index && row.level < level);
  return rows.slice(first, next < 0 ? rows.length : next).flatMap((row) => (row.level === level && row.branch) || []);
}

/** The element that scrolls the page. In a short window the whole sheet scrolls. */
const scrollerOf = (box: HTMLElement | null): HTMLElement | null => {
  const body = box?.closest<HTMLElement>('.body') ?? null;
  return body && getComputedStyle(body).overflowY === 'visible' ? body.closest<HTMLElement>('.sheet') : body;
};

const searchOf = (box: HTMLElement | null): HTMLElement | null =>
  (box?.closest('fieldset') ?? box?.closest('#main'))?.querySelector<HTMLElement>('input[type="search"]') ?? null;

/** The distance of a box from the top of the content that scrolls the page; 0 for a box with its own scroll bar. */
function useOffset(box: { current: HTMLElement | null }, framed: boolean): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const scroller = framed ? null : scrollerOf(box.current);
    if (!scroller || !box.current) return;
    const top = box.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    setOffset(Math.round(top));
  });
  return offset;
}
