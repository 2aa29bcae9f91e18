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
  /** Sorts in descending order first: the latest or largest, as users expect for times. */
  downFirst?: boolean | undefined;
}

export interface SortMenuProps {
  choices: readonly SortChoice[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/**
 * Chooses the sort order of a list. Also offers keys without a column, and works on phones, where a table has no
 * header. Choosing the current key again reverses the order.
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
