import {
  type ComponentPropsWithRef,
  cloneElement,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react';
import type { IconType } from './icon.tsx';
import { latePart, useLatePart } from './late-part.ts';
import { showToast } from './toast.tsx';
import { words } from './words.ts';
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
  trigger: ReactElement<ComponentPropsWithRef<'button'>>;
  label: string;
  /** The items in groups, with a separator between the groups. */
  groups: readonly (readonly MenuEntry[])[];
  align?: 'start' | 'end' | undefined;
}

const menuBoxes = latePart(() => import('./menu-box.tsx'));

/** Loads the code of menus before one opens. */
export const preloadMenu = menuBoxes.load;

/** A menu of less common actions. */
export function Menu({ trigger, align = 'end', ...list }: MenuProps): ReactNode {
  const { button, boxes, open, from, setOpen, live } = useMenuTrigger(trigger);
  return (
    <>
      {live}
      {boxes && (
        <boxes.MenuPopover {...list} align={align} from={from} button={button} open={open} onOpenChange={setOpen} />
      )}
    </>
  );
}

/** A menu at the bottom of the screen, for a phone. The page behind it is dimmed. */
export function SheetMenu({ trigger, ...list }: Omit<MenuProps, 'align'>): ReactNode {
  const { boxes, open, from, setOpen, live } = useMenuTrigger(trigger);
  return (
    <>
      {live}
      {boxes && <boxes.MenuSheet {...list} from={from} open={open} onOpenChange={setOpen} />}
    </>
  );
}

/** The item that an opened menu focuses. */
export type MenuStart = 'first' | 'last';

/**
 * Controls whether a menu is open. A press on the button opens it, and so does an arrow key, which also chooses the
 * first or the last item.
 */
function useMenuTrigger(trigger: MenuProps['trigger']) {
  const button = useRef<HTMLButtonElement>(null);
  const [from, setFrom] = useState<MenuStart>();
  const boxes = useLatePart(menuBoxes, from !== undefined, () => {
    showToast({ text: words.failed, tone: 'no' });
    setFrom(undefined);
  });
  const open = from !== undefined;
  const start = (event: SyntheticEvent, end: MenuStart) => {
    // The press belongs to the menu, not to the row around it.
    event.stopPropagation();
    // Safari does not focus a pressed button, and a closed menu returns the focus to the element that had it.
    button.current?.focus();
    setFrom(end);
  };
  const { onClick, onKeyDown, onPointerEnter } = trigger.props;
  const live = cloneElement(trigger, {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onClick: (event) => {
      onClick?.(event);
      start(event, 'first');
    },
    onKeyDown: (event) => {
      onKeyDown?.(event);
      if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      if (event.currentTarget.ariaDisabled !== 'true') start(event, event.key === 'ArrowDown' ? 'first' : 'last');
    },
    onPointerEnter: (event) => {
      onPointerEnter?.(event);
      menuBoxes.load().catch(() => undefined);
    },
  });
  return {
    button,
    boxes,
    open,
    from: from ?? 'first',
    setOpen: (next: boolean) => setFrom(next ? 'first' : undefined),
    live,
  };
}
