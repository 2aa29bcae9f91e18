import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { EndsIcon, type IconType, InfoIcon, NoIcon, YesIcon } from './icon.tsx';
import './callout.css';

export interface CalloutProps {
  /** Use `no`, `ending` and `yes` only for refused, ending and permitted access. */
  tone?: 'plain' | 'no' | 'ending' | 'yes' | undefined;
  icon?: IconType | undefined;
  children: ReactNode;
  /** Announces the note to screen readers when it appears. */
  live?: boolean | undefined;
}

const ICONS = { plain: InfoIcon, no: NoIcon, ending: EndsIcon, yes: YesIcon } as const;

/** A note about the page; at most one of each tone. */
export function Callout({ tone = 'plain', icon, children, live }: CalloutProps): ReactNode {
  const Icon = icon ?? ICONS[tone];
  return (
    <div
      className={classNames('callout', tone !== 'plain' && `tone-${tone}`)}
      {...(live && { role: tone === 'no' ? 'alert' : 'status' })}
    >
      <Icon />
      <div className="callout-text">{children}</div>
    </div>
  );
}
