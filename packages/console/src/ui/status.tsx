import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { EndsIcon, type IconType, NoIcon, YesIcon } from './icon.tsx';
import {
  CalendarClockIcon,
  CircleCheckIcon,
  CircleDashedIcon,
  CirclePauseIcon,
  ClockIcon,
  HistoryIcon,
  MailIcon,
  MinusIcon,
} from './icons.tsx';
import './status.css';

/** All states, each with an icon. `yes`, `no` and `ending` are reserved for access. */
export type StatusKind =
  | 'yes'
  | 'no'
  | 'ending'
  | 'active'
  | 'paused'
  | 'invited'
  | 'scheduled'
  | 'unused'
  | 'waiting'
  | 'over'
  | 'gone';

export interface StatusTagProps {
  kind: StatusKind;
  /** The word for the state, since colour must not be the only sign. */
  children: ReactNode;
  /** Adds a background, where the state is the main point of the line. */
  chip?: boolean | undefined;
}

const ICONS: Record<StatusKind, IconType> = {
  yes: YesIcon,
  no: NoIcon,
  ending: EndsIcon,
  active: CircleCheckIcon,
  paused: CirclePauseIcon,
  invited: MailIcon,
  scheduled: CalendarClockIcon,
  unused: CircleDashedIcon,
  waiting: ClockIcon,
  over: HistoryIcon,
  gone: MinusIcon,
};

/** A state: icon and word. */
export function StatusTag({ kind, children, chip }: StatusTagProps): ReactNode {
  const Icon = ICONS[kind];
  const tone = kind === 'yes' || kind === 'no' || kind === 'ending' ? `tone-${kind}` : undefined;
  return (
    <span className={classNames(chip ? 'chip' : 'status', tone)}>
      <Icon />
      {children}
    </span>
  );
}
