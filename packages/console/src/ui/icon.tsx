import type { ReactNode, SVGProps } from 'react';
import './icon.css';

/** The properties of every icon. Icons are decoration; the control that contains them has the accessible name. */
export interface IconProps {
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
    <svg className={iconClass(small, className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shape} />
    </svg>
  );
}

function iconClass(
  small: boolean | undefined,
  className: string | undefined,
): NonNullable<SVGProps<SVGSVGElement>['className']> {
  return ['icon', small ? 'icon-small' : '', className ?? ''].filter(Boolean).join(' ');
}
