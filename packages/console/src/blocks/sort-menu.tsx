import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import type { Sort } from '../ui/table-model.ts';
import { sortWords as words } from './words.ts';

/** A sort key of a list. */
export interface SortChoice {
  id: string;
  label: string;
  /** Sorts descending first: the latest or largest, as users expect of times. */
  downFirst?: boolean | undefined;
}

export interface SortMenuProps {
  choices: readonly SortChoice[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/**
 * The sort order of a list: also by keys without a column, and on phones, where a table has no head. Choosing the
 * same key reverses it.
 */
export function SortMenu({ choices, sort, onSort }: SortMenuProps): ReactNode {
  const label = choices.find(({ id }) => id === sort.id)?.label ?? sort.id;
  return (
    <Menu
      label={words.sortBy}
      trigger={
        <Button kind="quiet" icon={sort.down ? ArrowDownIcon : ArrowUpIcon} aria-label={words.sortedBy(label)}>
          {label}
        </Button>
      }
      groups={[
        choices.map((choice) => {
          const chosen = choice.id === sort.id;
          const down = chosen ? !sort.down : choice.downFirst === true;
          return { id: choice.id, label: choice.label, chosen, onAction: () => onSort({ id: choice.id, down }) };
        }),
      ]}
    />
  );
}
