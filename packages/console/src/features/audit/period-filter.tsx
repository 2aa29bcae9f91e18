import { type ReactNode, useState } from 'react';
import { Pressable } from 'react-aria-components';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { Filter } from '../../ui/filter.tsx';
import type { AuditAddress, ChangeAddress } from './address.ts';
import { periodWords, startOfDay } from './days.ts';
import { words } from './words.ts';
import '../../ui/menu.css';
import './audit.css';

type Period = Pick<AuditAddress, 'from' | 'to'>;

const CHOICES = [
  [words.today, 0],
  [words.week, 6],
  [words.month, 29],
] as const;

/** The filter for the time: today, the last days, or any span. */
export function PeriodFilter({ period, change }: { period: Period; change: ChangeAddress }): ReactNode {
  const [open, setOpen] = useState(false);
  const choose = ({ from, to }: Period) => {
    setOpen(false);
    change({ from, to });
  };
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <Pressable>
        <Filter
          label={words.when}
          value={periodWords(period.from, period.to)}
          onClear={() => change({ from: undefined, to: undefined })}
        />
      </Pressable>
      <Popover className="menu period-popover" placement="bottom start" offset={4} aria-label={words.when}>
        <PeriodChoice period={period} choose={choose} />
      </Popover>
    </DialogTrigger>
  );
}

function PeriodChoice({ period, choose }: { period: Period; choose: (period: Period) => void }): ReactNode {
  const [from, setFrom] = useState(asDate(period.from));
  const [to, setTo] = useState(asDate(period.to));
  return (
    <form
      className="period-form"
      onSubmit={(event) => {
        event.preventDefault();
        choose({ from: from?.toISOString(), to: to?.toISOString() });
      }}
    >
      <div className="period-quick">
        {CHOICES.map(([label, days]) => (
          <Button key={days} small onClick={() => choose({ from: startOfDay(days).toISOString(), to: undefined })}>
            {label}
          </Button>
        ))}
      </div>
      <DateTimeField label={words.from} value={from} onChange={setFrom} />
      <DateTimeField label={words.to} value={to} onChange={setTo} />
      <Button type="submit" kind="primary" wide>
        {words.apply}
      </Button>
    </form>
  );
}

function asDate(at: string | undefined): Date | null {
  return at === undefined ? null : new Date(at);
}
