import * as z from 'zod';
import type { ColumnsMenuProps } from '../../ui/columns-menu.tsx';
import type { Column, DataTableProps } from '../../ui/table-model.ts';
import { useKeptAs } from './kept.ts';
import { type ListLook, lookAddress, readWidths, writeWidths } from './list-address.ts';

const keptLook = z.object(lookAddress).partial();
const nothing = {};

export interface ColumnsOf<R> {
  /** For `DataTable`. */
  readonly table: Pick<DataTableProps<R>, 'columns' | 'hidden' | 'compact' | 'widths' | 'onWidths'>;
  /** For `ColumnsMenu`. */
  readonly menu: ColumnsMenuProps;
}

/**
 * The columns, their widths and the density of a list: those of the address, or else those that the viewer chose last
 * in this browser. The first column is always shown.
 * @param list the name of the list, such as `users`
 * @param shows the name of the table, which is also the name of its CSV file
 * @param sort the column by which the list is sorted, which is always shown
 * @param untold the columns that the viewer may not see
 */
export function useColumns<R>(
  list: string,
  columns: readonly Column<R>[],
  [address, change]: readonly [address: ListLook, change: (changes: ListLook, replace: boolean) => void],
  { shows, sort, untold = [] }: { shows: string; sort?: string | undefined; untold?: readonly string[] },
): ColumnsOf<R> {
  const [kept, keep] = useKeptAs(`${list} columns`, keptLook, nothing);
  const [first, ...others] = columns;
  const offered = others.filter(({ id, fixed }) => fixed !== true && !untold.includes(id));
  const usual = offered.filter(({ optional }) => optional !== true).map(({ id }) => id);
  const chosen = (address.shown ?? kept.shown)?.split(',') ?? usual;
  const shown = offered.map(({ id }) => id).filter((id) => chosen.includes(id));
  const compact = (address.density ?? kept.density) === 'compact';
  const widths = readWidths(address.widths ?? kept.widths);
  const now = (): ListLook => ({
    shown: shown.join(','),
    density: compact ? 'compact' : 'normal',
    widths: widths && writeWidths(widths),
  });
  const choose = (changes: ListLook) => {
    const next = { ...now(), ...changes };
    keep(next);
    change(next, true);
  };
  const isUsual = !compact && widths === undefined && shown.join() === usual.join();
  return {
    table: {
      columns,
      hidden: others
        .filter(({ fixed }) => fixed !== true)
        .map(({ id }) => id)
        .filter((id) => !shown.includes(id) && id !== sort),
      compact,
      widths,
      onWidths: (next) => choose({ widths: writeWidths(next) }),
    },
    menu: {
      table: shows,
      columns: offered,
      always: first?.head ?? '',
      shown,
      compact,
      onChange: (next, isCompact) => choose({ shown: next.join(','), density: isCompact ? 'compact' : 'normal' }),
      onReset: isUsual
        ? undefined
        : () => {
            keep(nothing);
            change({ shown: undefined, density: undefined, widths: undefined }, true);
          },
    },
  };
}
