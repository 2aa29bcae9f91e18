import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { IconProps } from './icon.tsx';
import './icon.css';
import './state-icons.css';

/** Permitted: a disc with a tick. Always used together with a word. */
export function YesIcon({ small, className }: IconProps): ReactNode {
  return (
    <svg className={classNames('icon solid', small && 'icon-small', className)} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7" />
      <path className="cut-out" d="m4.9 8.2 2.1 2.1 4.2-4.4" strokeWidth="1.7" />
    </svg>
  );
}

/** Refused: an octagon with a bar. */
export function NoIcon({ small, className }: IconProps): ReactNode {
  return (
    <svg className={classNames('icon solid', small && 'icon-small', className)} viewBox="0 0 16 16" aria-hidden="true">
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" />
      <path className="cut-out" d="M4.8 8h6.4" strokeWidth="1.9" />
    </svg>
  );
}

/** Ending: an hourglass. */
export function EndsIcon({ small, className }: IconProps): ReactNode {
  return (
    <svg className={classNames('icon solid', small && 'icon-small', className)} viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3 .9h10a.7.7 0 0 1 .7.7c0 .4-.3.7-.7.7h-.5v1.5c0 1.4-.9 2.7-2.6 4.2 1.7 1.5 2.6 2.8 2.6 4.2v1.5h.5c.4 0 .7.3.7.7s-.3.7-.7.7H3a.7.7 0 0 1-.7-.7c0-.4.3-.7.7-.7h.5v-1.5c0-1.4.9-2.7 2.6-4.2C4.4 6.5 3.5 5.2 3.5 3.8V2.3H3a.7.7 0 0 1-.7-.7c0-.4.3-.7.7-.7z" />
      <path className="cut-fill" d="M5.6 12.9c0-1 1-1.9 2.4-2.9 1.4 1 2.4 1.9 2.4 2.9z" />
    </svg>
  );
}
