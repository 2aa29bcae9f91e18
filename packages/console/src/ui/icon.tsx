import type { ReactNode } from 'react';
import './icon.css';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** The properties of every icon. Icons are decoration; the control that contains them has the accessible name. */
interface IconProps {
  /** 14 px instead of 16 px, for small buttons and second lines. */
  small?: boolean | undefined;
  className?: string | undefined;
}

/** An icon component as a value, for data such as navigation entries. */
export type IconType = (props: IconProps) => ReactNode;

/**
 * Makes an icon from one path. Shapes are from Lucide (https://lucide.dev, ISC licence), drawn on 24 x 24 and shown at
 * 16 px.
 */
export function stroked(shape: string): IconType {
  return ({ small, className }) => (
    <svg className={classNames('icon', small && 'icon-small', className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shape} />
    </svg>
  );
}

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

// The icons that the sign-in page needs. They are not in icons.tsx, so that the page does not load all icons of the
// console.
export const EyeIcon = /* @__PURE__ */ stroked(
  'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
);
export const EyeOffIcon = /* @__PURE__ */ stroked(
  'M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20',
);
export const InboxIcon = /* @__PURE__ */ stroked(
  'M22 12 16 12 14 15 10 15 8 12 2 12M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z',
);
export const InfoIcon = /* @__PURE__ */ stroked('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 16v-4M12 8h.01');
export const KeyRoundIcon = /* @__PURE__ */ stroked(
  'M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4zM16 7.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0',
);
export const LockIcon = /* @__PURE__ */ stroked(
  'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM7 11V7a5 5 0 0 1 10 0v4',
);
export const LogInIcon = /* @__PURE__ */ stroked('M10 17l5-5-5-5M15 12H3M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4');
export const RefreshCwIcon = /* @__PURE__ */ stroked(
  'M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5',
);

/** A spinner of icon size. `label` is for screen readers. */
export function Spinner({ label }: { label?: string }): ReactNode {
  return (
    <>
      <span className="spinner" aria-hidden="true" />
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </>
  );
}
