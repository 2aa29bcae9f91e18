import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Pressable } from 'react-aria-components';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { type IconType, LockIcon } from './icon.tsx';
import { CheckIcon } from './icons.tsx';
import { KeyHint } from './key-hint.tsx';
import './dialog.css';
import './menu.css';

/** One item of a menu. */
export interface MenuEntry {
  id: string;
  /** Verb and object, with an ellipsis if a dialog follows. */
  label: string;
  /** Secondary text on a second line. */
  detail?: string | undefined;
  onAction: () => void;
  icon?: IconType | undefined;
  /** The keyboard shortcut. */
  shortcut?: string | undefined;
  /** Why the user may not use the item. It stays visible, with a lock and this sentence. */
  reason?: string | undefined;
  /** Whether the item deletes something for good. It then looks different and has its own group. */
  final?: boolean | undefined;
  /** In a group of alternatives, whether this item is chosen. */
  chosen?: boolean | undefined;
}

export interface MenuProps {
  /** A `Button`, an `IconButton`, or any element that accepts a ref and the properties of a button. */
  trigger: ReactElement<ComponentProps<'button'>>;
  label: string;
  /** The items in groups, with a separator between the groups. */
  groups: readonly (readonly MenuEntry[])[];
  align?: 'start' | 'end' | undefined;
  /** Shows the menu at the bottom of the screen, for a phone. The page behind it is dimmed. */
  sheet?: boolean | undefined;
}

/** A menu of less common actions. */
export function Menu({ trigger, label, groups, align = 'end', sheet = false }: MenuProps): ReactNode {
  const shown = groups.flatMap(splitFinal).filter((group) => group.length > 0);
  const list = (
    <AriaMenu className="menu-list" aria-label={label}>
      {shown.map((group, index) => (
        <MenuGroup key={group[0]?.id} first={index === 0} entries={group} />
      ))}
    </AriaMenu>
  );
  return (
    <MenuTrigger>
      <Pressable>{trigger as ReactElement<ComponentProps<'button'>, string>}</Pressable>
      {sheet ? (
        <ModalOverlay className="scrim menu-scrim" isDismissable>
          <Modal className="menu menu-sheet">{list}</Modal>
        </ModalOverlay>
      ) : (
        <Popover className="menu" placement={align === 'end' ? 'bottom end' : 'bottom start'} offset={4}>
          {list}
        </Popover>
      )}
    </MenuTrigger>
  );
}

/** Splits a group: first the ordinary items, then one group for each final item. */
function splitFinal(group: readonly MenuEntry[]): (readonly MenuEntry[])[] {
  return [group.filter(({ final }) => !final), ...group.filter(({ final }) => final).map((entry) => [entry])];
}

function MenuGroup({ first, entries }: { first: boolean; entries: readonly MenuEntry[] }): ReactNode {
  return (
    <>
      {!first && <Separator className="menu-line" />}
      {entries.map((entry) => (
        <MenuLine key={entry.id} entry={entry} />
      ))}
    </>
  );
}

function MenuLine({ entry }: { entry: MenuEntry }): ReactNode {
  const Icon = entry.reason === undefined ? entry.icon : LockIcon;
  const note = entry.reason ?? entry.detail;
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      className={entry.final && entry.reason === undefined ? 'menu-item final' : 'menu-item'}
      shouldCloseOnSelect={entry.reason === undefined}
      onAction={() => entry.reason === undefined && entry.onAction()}
    >
      {Icon && <Icon />}
      <span className={entry.reason === undefined ? '' : 'text-muted'}>
        {entry.label}
        {note !== undefined && <span className="menu-reason">{note}</span>}
      </span>
      {entry.chosen && <CheckIcon className="menu-tick" />}
      {entry.shortcut !== undefined && <KeyHint keys={[entry.shortcut]} />}
    </MenuItem>
  );
}
