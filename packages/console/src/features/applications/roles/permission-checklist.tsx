import '../applications.css';
import { compareNames, limits, type Ref, searchFilter } from '@licet/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { countText, everyPage } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, SegmentedControl } from '../../../ui/choices.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Permission } from '../../../ui/who.tsx';
import { checklistWords as checklist, words } from './words.ts';
import '../../../ui/menu.css';

export interface PermissionChecklistProps {
  application: string;
  /** The checked permissions. Maps ids to names. */
  value: ReadonlyMap<string, string>;
  onChange: (value: ReadonlyMap<string, string>) => void;
}

const ROW_PX = 32;
// 44 px, the smallest comfortable touch target, and 1 px for the line below.
const PHONE_ROW_PX = 45;
const PHONE = '(max-width: 720px)';
const NEAR_THE_END = 40;
const MOST_AT_ONCE = 50_000;

/**
 * A checklist of permissions that stays fast with thousands: the server searches, and only visible rows are rendered.
 */
export function PermissionChecklist({ application, value, onChange }: PermissionChecklistProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<'all' | 'ticked'>('all');
  const [ticking, setTicking] = useState(false);
  const q = useDeferredValue(typed.trim());
  const found = useCatalogue(application, q);
  const all = useMemo(() => found.data?.pages.flatMap(({ items }) => items) ?? [], [found.data]);
  const titles = useMemo(() => new Map(all.map(({ id, title }) => [id, title])), [all]);
  const rows: readonly Ref[] = shown === 'all' ? all : tickedRows(value, q);
  const total = found.data?.pages[0]?.total ?? 0;

  const change = (refs: readonly Ref[], ticked: boolean) => {
    const next = new Map(value);
    for (const { id, name } of refs)
      if (ticked) next.set(id, name);
      else next.delete(id);
    onChange(next);
  };
  const tickAllFound = async () => {
    setTicking(true);
    const { items } = await everyPage(
      (cursor) =>
        client.permissions.list({ params: { application }, query: { q, cursor, limit: limits.pageMax.value } }),
      MOST_AT_ONCE,
    ).finally(() => setTicking(false));
    change(items, true);
  };

  return (
    <fieldset className="picked-list plain-set">
      <legend className="visually-hidden">{words.permissions}</legend>
      <div className="picked-head">
        <SearchField label={checklist.find} shortcut={false} value={typed} onChange={setTyped} />
        <SegmentedControl
          label={checklist.which}
          choices={[
            { value: 'all', label: checklist.all },
            { value: 'ticked', label: checklist.ticked, count: countText(value.size) },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      <Rows
        rows={rows}
        titles={titles}
        value={value}
        onTick={(row, ticked) => change([row], ticked)}
        onNearEnd={() => shown === 'all' && found.hasNextPage && !found.isFetching && void found.fetchNextPage()}
        note={noteOf(shown, found.isPending, q)}
      />
      <div className="picked-foot">
        <span aria-live="polite">{checklist.count(value.size)}</span>
        <span className="push-end inline-row">
          {value.size > 0 && (
            <Button small kind="quiet" onClick={() => onChange(new Map())}>
              {checklist.untickAll}
            </Button>
          )}
          {shown === 'all' && total > 0 && (
            <Button small kind="quiet" pending={ticking} onClick={() => void tickAllFound()}>
              {q === '' ? checklist.tickAll : checklist.tickThese(countText(total))}
            </Button>
          )}
        </span>
      </div>
    </fieldset>
  );
}

const STEPS = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
]);

interface RowsProps {
  rows: readonly Ref[];
  /** The titles of loaded permissions by id. They are shown instead of the names. */
  titles: ReadonlyMap<string, string>;
  value: ReadonlyMap<string, string>;
  onTick: (row: Ref, ticked: boolean) => void;
  onNearEnd: () => void;
  note: string;
}

function Rows({ rows, titles, value, onTick, onNearEnd, note }: RowsProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [tall] = useState(() => (window.matchMedia(PHONE).matches ? PHONE_ROW_PX : ROW_PX));
  const windowed = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => tall,
    overscan: 8,
  });
  const seen = windowed.getVirtualItems();
  const last = seen.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - NEAR_THE_END) onNearEnd();
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS.get(event.key);
    const at = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-place]') : null;
    if (step === undefined || at === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const to = Math.min(Math.max(Number(at.dataset.place) + step, 0), rows.length - 1);
    windowed.scrollToIndex(to);
    const drawn = () => scroller.current?.querySelector<HTMLElement>(`[data-place="${to}"] input`);
    // Focus the row now if it is rendered: the next key may come before the next frame and must apply to this row.
    const now = drawn();
    if (now) now.focus();
    else requestAnimationFrame(() => drawn()?.focus());
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the checkboxes inside
    <div className="picked-scroll" ref={scroller} onKeyDown={onKeyDown}>
      {rows.length === 0 ? (
        <p className="option-empty">{note}</p>
      ) : (
        <ul style={{ height: windowed.getTotalSize() }}>
          {seen.map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <li
                  key={row.id}
                  data-place={index}
                  title={row.name}
                  style={{ height: tall, transform: `translateY(${start}px)` }}
                >
                  <Checkbox
                    label={
                      <>
                        <Permission>{row.name}</Permission>{' '}
                        <span className="text-faint small ellipsis">{titles.get(row.id)}</span>
                      </>
                    }
                    checked={value.has(row.id)}
                    onChange={(ticked) => onTick(row, ticked)}
                  />
                </li>
              )
            );
          })}
        </ul>
      )}
    </div>
  );
}

function useCatalogue(application: string, q: string) {
  return useInfiniteQuery({
    queryKey: ['applications', application, 'permissions', 'checklist', q],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      client.permissions.list({ params: { application }, query: { q, cursor, limit: limits.pageMax.value }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
  });
}

function tickedRows(value: ReadonlyMap<string, string>, q: string): Ref[] {
  const fits = searchFilter(q);
  return [...value]
    .filter(([, name]) => fits(name))
    .map(([id, name]) => ({ id, name }))
    .sort((one, other) => compareNames(one.name, other.name));
}

function noteOf(shown: 'all' | 'ticked', pending: boolean, q: string): string {
  if (shown === 'ticked') return q === '' ? checklist.nothingTicked : checklist.noneOfTicked;
  if (pending) return checklist.loading;
  return q === '' ? checklist.emptyCatalogue : checklist.noneFits(q);
}
