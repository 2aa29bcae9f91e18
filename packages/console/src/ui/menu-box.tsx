import type { ReactNode, RefObject } from 'react';
import { Menu as AriaMenu, MenuItem } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { LockIcon } from './icon.tsx';
import { CheckIcon } from './icons.tsx';
import { KeyHint } from './key-hint.tsx';
import type { MenuEntry, MenuProps, MenuStart } from './menu.tsx';

interface MenuBoxProps extends Omit<MenuProps, 'trigger' | 'align'> {
  from: MenuStart;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The items of a menu, beside its button. */
export function MenuPopover({
  align,
  button,
  open,
  onOpenChange,
  ...list
}: MenuBoxProps & Pick<MenuProps, 'align'> & { button: RefObject<HTMLButtonElement | null> }): ReactNode {
  return (
    <Popover
      className="menu"
      aria-label={list.label}
      placement={align === 'end' ? 'bottom end' : 'bottom start'}
      offset={4}
      triggerRef={button}
      isOpen={open}
      onOpenChange={onOpenChange}
    >
      <MenuList {...list} onClose={() => onOpenChange(false)} />
    </Popover>
  );
}

/** The items of a menu, at the bottom of a phone. */
export function MenuSheet({ open, onOpenChange, ...list }: MenuBoxProps): ReactNode {
  return (
    <ModalOverlay className="scrim menu-scrim" isDismissable isOpen={open} onOpenChange={onOpenChange}>
      <Modal className="menu menu-sheet">
        <MenuList {...list} onClose={() => onOpenChange(false)} />
      </Modal>
    </ModalOverlay>
  );
}

function MenuList({
  label,
  groups,
  from,
  onClose,
}: Pick<MenuBoxProps, 'label' | 'groups' | 'from'> & { onClose: () => void }): ReactNode {
  const shown = groups.flatMap(splitFinal).filter((group) => group.length > 0);
  return (
    <AriaMenu className="menu-list" aria-label={label} autoFocus={from} onClose={onClose}>
      {shown.map((group, index) => (
        <MenuGroup key={group[0]?.id} first={index === 0} entries={group} />
      ))}
    </AriaMenu>
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
