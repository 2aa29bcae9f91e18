import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { IconType } from './icon.tsx';
import './who.css';

/** The first letters of the first and the last word: "Ana Lucía Quispe Mamani" gives "AM". */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/);
  const first = parts.at(0) ?? '';
  const last = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  return (Array.from(first).slice(0, 1).join('') + Array.from(last).slice(0, 1).join('')).toLocaleUpperCase();
}

export interface AvatarProps {
  /** The user's name. Only the initials are drawn, so write the name beside the avatar. */
  name: string;
  size?: 'small' | 'medium' | 'large' | undefined;
  /** For a service or a synchronisation: a square with an icon. */
  icon?: IconType | undefined;
}

/** The picture of a user. It is round, and that of anything else is not. */
export function Avatar({ name, size = 'small', icon: Shown }: AvatarProps): ReactNode {
  const className = classNames('avatar', size !== 'small' && size, Shown && 'square');
  if (Shown)
    return (
      <span className={className} aria-hidden="true">
        <Shown small />
      </span>
    );
  return <span className={className} data-i={initials(name)} aria-hidden="true" />;
}

/** The picture of an application: a square with a letter. Decoration, like the avatar. */
export function AppSquare({
  name,
  large,
  children,
}: {
  name: string;
  large?: boolean | undefined;
  children?: ReactNode;
}): ReactNode {
  return (
    <span
      className={classNames('letter-square', large && 'large')}
      data-i={children === undefined ? Array.from(name)[0]?.toLocaleUpperCase() : undefined}
      aria-hidden="true"
    >
      {children}
    </span>
  );
}

export interface WhoProps {
  /** The person's name, for the initials. */
  of: string;
  /** The shown name, often a link. */
  name: ReactNode;
  detail?: ReactNode;
  size?: AvatarProps['size'];
  /** Whether the detail is on its own line. */
  below?: boolean | undefined;
}

/** A person in a table or a list: avatar, name, and a second text on the same line or below. */
export function Who({ of, name, detail, size, below }: WhoProps): ReactNode {
  return (
    <span className={classNames('who', below && 'below')}>
      <Avatar name={of} size={size} />
      <span className="who-text">
        <b>
          <bdi>{name}</bdi>
        </b>
        {detail !== undefined && (
          <span className="text-faint small">
            <bdi>{detail}</bdi>
          </span>
        )}
      </span>
    </span>
  );
}

/** A frame around the name of a role, a group or a permission. */
export function Tag({
  icon: Shown,
  mono,
  lead,
  children,
}: {
  icon?: IconType | undefined;
  mono?: boolean | undefined;
  lead?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <span className={classNames('tag', mono && 'mono')}>
      {Shown && <Shown />}
      {lead}
      {children}
    </span>
  );
}

export function Tags({ children }: { children: ReactNode }): ReactNode {
  return <span className="tags">{children}</span>;
}

/** The name of a permission, in monospace and never cut off. */
export function Permission({ children }: { children: string }): ReactNode {
  return <code className="identifier">{children}</code>;
}
