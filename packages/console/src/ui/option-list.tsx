import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, type ListBoxProps } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from './class-names.ts';
import { CheckIcon, IdCardIcon, SettingsIcon, UsersRoundIcon } from './icons.tsx';
import type { Option } from './option.ts';
import { KeyRoundIcon } from './page-icons.tsx';
import { AppSquare, Avatar } from './who.tsx';
import './menu.css';
import './option-list.css';

export interface OptionPopoverProps {
  /** The name of the field it belongs to. */
  label: string;
  items?: readonly Option[] | undefined;
  empty?: ReactNode;
  /** Others are being looked for: what is listed is no answer yet. */
  busy?: boolean | undefined;
}

/** The list that opens under a select, a combobox or a tag picker. */
export function OptionPopover({ label, items, empty, busy }: OptionPopoverProps): ReactNode {
  return (
    <Popover className="menu options" offset={4}>
      <section aria-label={label} aria-busy={busy}>
        <OptionList {...(items && { items })} empty={empty} />
      </section>
    </Popover>
  );
}

type OptionListProps = Omit<ListBoxProps<Option>, 'children' | 'className' | 'renderEmptyState'> & { empty: ReactNode };

/** Options under each other, with a tick beside what is chosen. */
export function OptionList({ empty, ...list }: OptionListProps): ReactNode {
  return (
    <ListBox<Option>
      {...list}
      className="option-list"
      renderEmptyState={() => <div className="option-empty">{empty}</div>}
    >
      {(option) => (
        <ListBoxItem id={option.id} textValue={option.label} className="option">
          {({ isSelected }) => (
            <>
              <OptionContent option={option} />
              {isSelected && <CheckIcon className="menu-tick" />}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
}

/** Icon, label and detail of one option. */
export function OptionContent({ option }: { option: Option }): ReactNode {
  return (
    <>
      <OptionPicture option={option} />
      <span className={classNames('ellipsis', option.mono && 'mono')}>{option.label}</span>
      {option.detail !== undefined && <span className="text-faint small ellipsis">{option.detail}</span>}
    </>
  );
}

/** The circle of a person, the square of an application, or an icon. */
export function OptionPicture({
  option: { lead, label, icon },
}: {
  option: Pick<Option, 'lead' | 'label' | 'icon'>;
}): ReactNode {
  if (lead === 'person') return <Avatar name={label} />;
  if (lead === 'application') return <AppSquare name={label} />;
  const Shown = icon ?? (lead && leads[lead]);
  return Shown && <Shown />;
}

const leads = { group: UsersRoundIcon, role: IdCardIcon, permission: KeyRoundIcon, program: SettingsIcon };
