import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { IconType } from './icon.tsx';
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
import { EndsIcon, NoIcon, YesIcon } from './state-icons.tsx';
import './status.css';

/** Every state with an icon. `yes`, `no` and `ending` are the three reserved ones. */
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
  /** The word; colour alone never shows a state. */
  children: ReactNode;
  /** Adds a background, if the state is the point of the line. */
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
  const Shown = ICONS[kind];
  const tone = kind === 'yes' || kind === 'no' || kind === 'ending' ? `tone-${kind}` : undefined;
  return (
    <span className={classNames(chip ? 'chip' : 'status', tone)}>
      <Shown />
      {children}
    </span>
  );
}
