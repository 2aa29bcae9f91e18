import type { ReactNode } from 'react';
import { Pressable } from 'react-aria-components';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button, IconButton } from './button.tsx';
import { Checkbox, SegmentedControl } from './choices.tsx';
import { DownloadIcon, ResetIcon, SlidersIcon } from './icons.tsx';
import { listWords as words } from './list-words.ts';
import { saveTable } from './table-file.ts';
import './columns-menu.css';

export interface ColumnsMenuProps {
  /** The name of the table, whose rows can be saved as CSV. */
  table: string;
  /** The columns that can be hidden, in order. */
  columns: readonly { readonly id: string; readonly head: string }[];
  /** The column that is always shown. */
  always: string;
  shown: readonly string[];
  compact: boolean;
  onChange: (shown: readonly string[], compact: boolean) => void;
  /** Undefined if nothing differs from the default. */
  onReset: (() => void) | undefined;
}

/** Chooses the columns and the height of the rows of a table, and saves its rows as a file. */
export function ColumnsMenu({
  table,
  columns,
  always,
  shown,
  compact,
  onChange,
  onReset,
}: ColumnsMenuProps): ReactNode {
  const toggle = (id: string, isShown: boolean) =>
    onChange(
      columns.map((column) => column.id).filter((other) => (other === id ? isShown : shown.includes(other))),
      compact,
    );
  return (
    <DialogTrigger>
      <Pressable>
        <IconButton icon={SlidersIcon} label={words.columnsAndDensity} className="hide-on-phone" />
      </Pressable>
      <Popover className="menu columns-popover" placement="bottom end" offset={4}>
        <Dialog className="columns-menu" aria-label={words.columnsAndDensity}>
          <h3>{words.density}</h3>
          <SegmentedControl
            wide
            label={words.density}
            choices={[
              { value: 'compact', label: words.compact },
              { value: 'normal', label: words.normal },
            ]}
            value={compact ? 'compact' : 'normal'}
            onChange={(density) => onChange(shown, density === 'compact')}
          />
          <h3>{words.columns}</h3>
          <div className="columns-choices">
            <Checkbox label={always} checked disabled />
            {columns.map(({ id, head }) => (
              <Checkbox
                key={id}
                label={head}
                checked={shown.includes(id)}
                onChange={(isShown) => toggle(id, isShown)}
              />
            ))}
          </div>
          <div className="columns-reset">
            <Button small kind="quiet" icon={DownloadIcon} onClick={() => saveTable(table)}>
              {words.saveRows}
            </Button>
            <Button
              small
              kind="quiet"
              icon={ResetIcon}
              {...(onReset === undefined && { idle: words.columnsDefault })}
              onClick={onReset}
            >
              {words.reset}
            </Button>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
