import type { UserRow } from '@licet/contract';
import { useKept } from '../../ui/form-draft.ts';
import type { Column } from '../../ui/table-model.ts';
import type { readUsers } from './address.ts';
import { createdColumn, userColumns, usernameColumn } from './user-columns.tsx';

type Address = Pick<ReturnType<typeof readUsers>, 'shown' | 'density'>;

const [, ...others] = userColumns;
const optional: readonly Column<UserRow>[] = [...others, createdColumn];
const usual = others.map(({ id }) => id);

/**
 * The columns and the density of the list: those of the address, or else those that the viewer chose last in this browser.
 * @param sort the column by which the list is sorted, which is always shown
 * @param untold the columns that the viewer may not see
 */
export function useColumns(
  address: Address,
  change: (changes: Address, replace: boolean) => void,
  sort: string,
  untold: readonly string[],
) {
  const [kept, keep] = useKept('users columns', { shown: usual.join(','), density: 'normal' as string });
  const offered = optional.filter(({ id }) => !untold.includes(id));
  const chosen = (address.shown ?? kept.shown).split(',');
  const shown = offered.map(({ id }) => id).filter((id) => chosen.includes(id));
  const compact = (address.density ?? kept.density) === 'compact';
  const choose = (columns: readonly string[], isCompact: boolean) => {
    const next = { shown: columns.join(','), density: isCompact ? ('compact' as const) : ('normal' as const) };
    keep(next);
    change(next, true);
  };
  const isUsual = !compact && shown.join() === usual.filter((id) => !untold.includes(id)).join();
  const reset = () => {
    keep({ shown: usual.join(','), density: 'normal' });
    change({ shown: undefined, density: undefined }, true);
  };
  return {
    columns: [sort === 'username' ? usernameColumn : userColumns[0], ...optional].filter(
      (column) => column !== undefined,
    ),
    hidden: optional.map(({ id }) => id).filter((id) => !shown.includes(id) && id !== sort),
    compact,
    menu: {
      columns: offered,
      always: userColumns[0]?.head ?? '',
      shown,
      compact,
      onChange: choose,
      onReset: isUsual ? undefined : reset,
    },
  };
}
