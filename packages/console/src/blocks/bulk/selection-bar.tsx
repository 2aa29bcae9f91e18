import { type ReactNode, useState } from 'react';
import { BulkBar, type BulkBarProps } from '../../ui/bulk-bar.tsx';
import { asProblem } from '../../ui/problem.ts';
import { showToast } from '../../ui/toast.tsx';
import type { AllItems } from '../use-list.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import type { BulkRun } from './use-bulk.ts';
import type { Selected } from './use-selection.ts';
import { words } from './words.ts';

export interface SelectionBarProps<R> extends Pick<BulkBarProps, 'label' | 'actions'> {
  more?: BulkBarProps['more'] | undefined;
  selected: Selected<R>;
  run: BulkRun;
  /** The number of rows that the list's filter matches, with its text: "3,478", "10,000+". */
  total: number;
  totalText: string;
  isFiltered: boolean;
  /** Reads all rows that match the filter. */
  readAll: () => Promise<AllItems<R>>;
}

/** The bar of the selected rows of a list, with the link that selects all rows that match. */
export function SelectionBar<R>(props: SelectionBarProps<R>): ReactNode {
  const { label, actions, more = [], selected, run, total, totalText, isFiltered, readAll } = props;
  const { picked, clear, replace } = selected;
  const [finding, setFinding] = useState(false);
  const selectAll = async () => {
    if (finding) return;
    setFinding(true);
    try {
      const { items, more } = await readAll();
      if (more) showToast({ tone: 'no', text: words.tooMany });
      else replace(items);
    } catch (thrown) {
      showProblem(thrown);
    } finally {
      setFinding(false);
    }
  };
  if (picked.size === 0 && !run.work) return null;
  return (
    <>
      <BulkBar
        label={label}
        count={words.selected(picked.size)}
        all={
          total > picked.size
            ? {
                label: isFiltered ? words.allThatMatch(totalText) : words.all(totalText),
                onSelect: () => void selectAll(),
                pending: finding,
              }
            : undefined
        }
        actions={actions}
        more={more}
        onClear={clear}
        work={run.work}
      />
      {run.work && <LeaveDialog work={run.work} />}
    </>
  );
}

export function showProblem(thrown: unknown): void {
  const { title, detail } = asProblem(thrown);
  showToast({ tone: 'no', text: detail ?? title });
}
