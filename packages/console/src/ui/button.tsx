import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { type IconType, LockIcon, Spinner } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';
import { words } from './words.ts';
import './button.css';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /**
   * `primary`: at most one in a view. `final`: a primary button that deletes something for good. `quiet`: no border.
   */
  kind?: 'plain' | 'primary' | 'final' | 'quiet' | undefined;
  /** 26 px high instead of 32 px, for rows and bars. */
  small?: boolean | undefined;
  /** Fills the width of its container. */
  wide?: boolean | undefined;
  icon?: IconType | undefined;
  /** Whether work is in progress: the button keeps its size, ignores presses and announces this to screen readers. */
  pending?: boolean | undefined;
  /**
   * Why the user may not press it, shown as a tip with a lock. The button stays focusable, but pressing it has no
   * effect.
   */
  reason?: string | undefined;
  /** Why pressing it has no effect yet, although it is allowed. Shown like `reason`, without the lock. */
  idle?: string | undefined;
  children?: ReactNode;
}

/** A button. Its text is a verb and an object ("Add grant"). */
export function Button({
  kind,
  small,
  wide,
  icon,
  pending,
  reason,
  idle,
  children,
  className,
  ...rest
}: ButtonProps): ReactNode {
  const tipId = useId();
  const why = reason ?? idle;
  const off = pending === true || why !== undefined;
  const Icon = reason === undefined ? icon : LockIcon;
  const button = (
    <button
      type="button"
      {...rest}
      className={classNames(
        'button',
        kind === 'final' && 'primary',
        kind !== 'plain' && kind,
        small && 'compact',
        wide && 'wide',
        pending && 'pending',
        className,
      )}
      {...(off && { 'aria-disabled': true, onClick: refuse })}
      {...(pending && { 'aria-busy': true })}
      {...(why !== undefined && { 'aria-describedby': tipId })}
    >
      {pending ? <Spinner label={words.working} /> : Icon && <Icon small={small || reason !== undefined} />}
      {children}
    </button>
  );
  return why === undefined ? (
    button
  ) : (
    <Tooltip id={tipId} text={why}>
      {button}
    </Tooltip>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'wide' | 'idle' | 'aria-label'> {
  icon: IconType;
  /** The accessible name, also shown as the tip. */
  label: string;
}

/** An icon-only button. It always has a name, and is quiet by default. */
export function IconButton({
  icon: Icon,
  label,
  kind = 'quiet',
  small,
  pending,
  reason,
  className,
  ...rest
}: IconButtonProps): ReactNode {
  const off = pending === true || reason !== undefined;
  return (
    <Tooltip text={reason === undefined ? label : `${label}. ${reason}`}>
      <button
        type="button"
        {...rest}
        aria-label={reason === undefined ? label : `${label}. ${reason}`}
        className={classNames(
          'button',
          'icon-only',
          kind !== 'plain' && kind,
          small && 'compact',
          pending && 'pending',
          className,
        )}
        {...(off && { 'aria-disabled': true, onClick: refuse })}
      >
        {pending ? <Spinner label={words.working} /> : <Icon />}
      </button>
    </Tooltip>
  );
}

function refuse(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
