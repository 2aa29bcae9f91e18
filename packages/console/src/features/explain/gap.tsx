import type { ReactNode } from 'react';
import { PickPopover, type PickPopoverProps } from '../../blocks/pick-popover.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ChevronsUpDownIcon } from '../../ui/icons.tsx';
import type { Option } from '../../ui/option.ts';
import { OptionPicture } from '../../ui/option-list.tsx';
import './explain.css';

export interface GapProps extends Omit<PickPopoverProps<Option>, 'trigger' | 'label'> {
  /** What belongs here: "Person". */
  name: string;
  /** The name of the search: "Find a person". */
  find: string;
  /** What stands here while nothing is chosen. */
  placeholder: string;
  chosen: Pick<Option, 'label' | 'lead' | 'mono'> | undefined;
}

/** A gap of the question: a button that opens a search. */
export function Gap({ name, find, placeholder, chosen, ...pick }: GapProps): ReactNode {
  const trigger = (
    <button
      type="button"
      className={classNames('question-gap', chosen === undefined && 'open')}
      aria-label={`${name}: ${chosen?.label ?? placeholder}`}
    >
      {chosen?.lead && <OptionPicture option={chosen} />}
      <span className={classNames('question-gap-text', chosen?.mono && 'mono')}>{chosen?.label ?? placeholder}</span>
      <ChevronsUpDownIcon small />
    </button>
  );
  return <PickPopover {...pick} label={find} trigger={trigger} />;
}
