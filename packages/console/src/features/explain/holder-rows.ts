import type { AccessPath, Holder } from '@licet/contract';

/** A line of the table of holders: the first way of a person, a further way of the same person, or how many more there are. */
export interface HolderRow {
  id: string;
  holder: Holder;
  kind: 'first' | 'also' | 'more';
  path: AccessPath | undefined;
  /** How many ways are not shown. */
  more: number;
}

const WAYS_SHOWN = 3;

/** A person with several ways takes several lines; beyond three a line says how many more there are. */
export function holderRows(holders: readonly Holder[]): HolderRow[] {
  return holders.flatMap((holder) => {
    const shown = holder.paths.slice(0, WAYS_SHOWN);
    const rows: HolderRow[] = shown.map((path, place) => ({
      id: `${holder.user.id} ${place}`,
      holder,
      kind: place === 0 ? 'first' : 'also',
      path,
      more: 0,
    }));
    const more = Math.max(holder.pathCount - shown.length, 0);
    if (rows.length === 0) return [{ id: `${holder.user.id} 0`, holder, kind: 'first', path: undefined, more }];
    return more === 0 ? rows : [...rows, { id: `${holder.user.id} more`, holder, kind: 'more', path: undefined, more }];
  });
}
