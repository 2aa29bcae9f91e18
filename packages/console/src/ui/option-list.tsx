import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, type ListBoxProps } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from './class-names.ts';
import { type IconType, KeyRoundIcon } from './icon.tsx';
import { CheckIcon, IdCardIcon, SettingsIcon, UsersRoundIcon } from './icons.tsx';
import { AppSquare, Avatar } from './who.tsx';
import './menu.css';

export interface OptionPopoverProps {
  /** The label of the field that opens the list. */
  label: string;
  items?: readonly Option[] | undefined;
  empty?: ReactNode;
  /** Whether a search is running, so that the listed options are for an earlier text. */
  busy?: boolean | undefined;
}

/** The list that opens below a select, a combobox or a tag picker. */
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

/** The options, with a tick beside the chosen ones. */
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

/** The icon, label and detail of an option. */
export function OptionContent({ option }: { option: Option }): ReactNode {
  return (
    <>
      <OptionPicture option={option} />
      <span className={classNames('ellipsis', option.mono && 'mono')}>{option.label}</span>
      {option.detail !== undefined && <span className="text-faint small ellipsis">{option.detail}</span>}
    </>
  );
}

/** The e-mail address or username of a picked user. The name alone is not enough, because users choose their own names. */
export function PersonDetail({ option: { lead, detail } }: { option: Option }): ReactNode {
  return (
    lead === 'person' &&
    detail !== undefined && (
      <span className="text-faint ellipsis" title={detail}>
        {detail}
      </span>
    )
  );
}

/** The picture of an option: a circle for a user, a square for an application, or an icon. */
export function OptionPicture({
  option: { lead, label, icon },
}: {
  option: Pick<Option, 'lead' | 'label' | 'icon'>;
}): ReactNode {
  if (lead === 'person') return <Avatar name={label} />;
  if (lead === 'application') return <AppSquare name={label} />;
  const Icon = icon ?? (lead && leads[lead]);
  return Icon && <Icon />;
}

const leads = { group: UsersRoundIcon, role: IdCardIcon, permission: KeyRoundIcon, program: SettingsIcon };

/** An option of a select, a combobox or a tag picker. */
export interface Option {
  id: string;
  /** The name, which is also the text that a search matches. */
  label: string;
  /** Secondary text, such as an e-mail address or a count. */
  detail?: string | undefined;
  icon?: IconType | undefined;
  /** The kind of picture, which is drawn from the label. A stored draft keeps `lead`, but not `icon`. */
  lead?: 'person' | 'application' | 'group' | 'role' | 'permission' | 'program' | undefined;
  /** Whether the searched text is the option's whole identifier, such as the e-mail address or username of a user. */
  exact?: boolean | undefined;
  /** Uses monospace, for identifiers and permissions. */
  mono?: boolean | undefined;
}

/** Finds options for the typed text. A rejection is shown as a failed search. */
export type LoadOptions<O extends Option = Option> = (query: string, signal: AbortSignal) => Promise<readonly O[]>;
