import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useState } from 'react';
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
}

/** A menu of less common actions. */
export function Menu({ trigger, label, groups, align = 'end' }: MenuProps): ReactNode {
  return (
    <MenuTrigger>
      <Pressable>{trigger as ReactElement<ComponentProps<'button'>, string>}</Pressable>
      <Popover className="menu" placement={align === 'end' ? 'bottom end' : 'bottom start'} offset={4}>
        <MenuList label={label} groups={groups} />
      </Popover>
    </MenuTrigger>
  );
}

/** A menu at the bottom of the screen, for a phone. The page behind it is dimmed. */
export function SheetMenu({ trigger, label, groups }: Omit<MenuProps, 'align'>): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      {/* Opens when the press ends: a mouse button that went up over the opened menu would choose an entry. */}
      <Pressable onPress={() => setOpen(true)}>
        {
          cloneElement(trigger, { 'aria-haspopup': 'menu', 'aria-expanded': open }) as ReactElement<
            ComponentProps<'button'>,
            string
          >
        }
      </Pressable>
      <ModalOverlay className="scrim menu-scrim" isDismissable isOpen={open} onOpenChange={setOpen}>
        <Modal className="menu menu-sheet">
          <MenuList label={label} groups={groups} onClose={() => setOpen(false)} autoFocus="first" />
        </Modal>
      </ModalOverlay>
    </>
  );
}

function MenuList({
  label,
  groups,
  ...rest
}: Pick<MenuProps, 'label' | 'groups'> & {
  onClose?: () => void;
  autoFocus?: 'first';
}): ReactNode {
  const shown = groups.flatMap(splitFinal).filter((group) => group.length > 0);
  return (
    <AriaMenu {...rest} className="menu-list" aria-label={label}>
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
