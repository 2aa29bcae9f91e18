import { searchFilter } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { findApplications, optionOf } from '../../blocks/find.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { client } from '../../session/client.ts';
import { Filter } from '../../ui/filter.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import type { LoadOptions } from '../../ui/option-list.tsx';
import type { AuditAddress, ChangeAddress } from './address.ts';
import { actionGroups, words } from './words.ts';
import './audit.css';
import { Pressable } from 'react-aria-components';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import '../../ui/menu.css';
import { formatDate } from '../../ui/format.ts';

interface EventFiltersProps {
  address: AuditAddress;
  change: ChangeAddress;
  /** Returns the name for an id, if a loaded event contains it. */
  nameOf: (id: string) => string | undefined;
}

/** The filters of the list: time, kind, actor, target, application. */
export function EventFilters({ address, change, nameOf }: EventFiltersProps): ReactNode {
  const { action, actor, target, application } = address;
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({});
  const named = (id: string | undefined) => (id === undefined ? undefined : (nameOf(id) ?? picked[id] ?? id));
  const remember = (id: string, label: string) => setPicked((before) => ({ ...before, [id]: label }));
  return (
    <>
      <PeriodFilter period={address} change={change} />
      <PickPopover
        trigger={<Filter label={words.kind} value={kindWords(action)} onClear={() => change({ action: undefined })} />}
        label={words.kind}
        load={findActions}
        none={words.nothingFound}
        onPick={({ id }) => change({ action: actionOf(id) })}
      />
      <PickPopover
        trigger={<Filter label={words.by} value={named(actor)} onClear={() => change({ actor: undefined })} />}
        label={words.findPerson}
        load={findActors}
        none={words.nothingFound}
        untyped={words.typeAName}
        onPick={({ id, label }) => {
          remember(id, label);
          change({ actor: id });
        }}
      />
      <PickPopover
        trigger={<Filter label={words.about} value={named(target)} onClear={() => change({ target: undefined })} />}
        label={words.findTarget}
        load={findTargets}
        none={words.nothingFound}
        untyped={words.typeAName}
        onPick={({ id, label }) => {
          remember(id, label);
          change({ target: id });
        }}
      />
      <PickPopover
        trigger={
          <Filter
            label={words.application}
            value={named(application)}
            onClear={() => change({ application: undefined })}
          />
        }
        label={words.findApplication}
        load={findApplications}
        none={words.nothingFound}
        onPick={({ id, label }) => {
          remember(id, label);
          change({ application: id });
        }}
      />
    </>
  );
}

const actions = actionGroups.flatMap(([head, among]) => among.map(([id, label]) => ({ id, label, detail: head })));

const findActions: LoadOptions = async (q) => {
  const fits = searchFilter(q);
  return actions.filter(({ label, detail }) => fits(label, detail));
};

const findActors = finding('user');
const findTargets = finding('user,group,role,permission,application');

/**
 * Loads options for a filter: matches by name, and the typed text itself, because the log also contains names that no
 * longer exist.
 */
function finding(kinds: string): LoadOptions {
  return async (q, signal) => {
    const typed = q.trim();
    if (typed === '') return [];
    const { items } = await client.search.find({ query: { q: typed, kinds, limit: 12 }, signal });
    const asTyped = { id: typed, label: typed, detail: words.namedLike, icon: SearchIcon };
    // Filter applications by name: events hold an internal id instead of the identifier.
    return [
      ...items.map((found) => ({ ...optionOf(found), ...(found.kind === 'application' && { id: found.name }) })),
      asTyped,
    ];
  };
}

function actionOf(id: string): AuditAddress['action'] {
  return actions.find((action) => action.id === id)?.id;
}

function kindWords(action: string | undefined): string | undefined {
  return actions.find(({ id }) => id === action)?.label;
}

type Period = Pick<AuditAddress, 'from' | 'to'>;

const CHOICES = [
  [words.today, 0],
  [words.week, 6],
  [words.month, 29],
] as const;

/** The filter for the time: today, the last days, or any period. */
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

/** The day of an instant in the viewer's time zone: "Today", "Yesterday", "Wednesday, 18 November 2026". */
export function dayWords(at: string, now = new Date()): string {
  const day = new Date(at);
  const distance = daysBetween(day, now);
  if (distance === 0) return words.today;
  if (distance === 1) return words.yesterday;
  return formatDate(day, { dateStyle: 'full' });
}

/** A time of day: "14:32:07". */
export function clockWords(at: string): string {
  return formatDate(new Date(at), { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

/** The text of the period filter. */
function periodWords(from: string | undefined, to: string | undefined): string | undefined {
  if (from !== undefined && to !== undefined) return words.between(shortDay(from), shortDay(to));
  if (from !== undefined)
    return daysBetween(new Date(from), new Date()) === 0 ? words.today.toLowerCase() : words.since(shortDay(from));
  return to === undefined ? undefined : words.before(shortDay(to));
}

/** Returns the start of the day `daysAgo` days ago, in the viewer's time zone. */
function startOfDay(daysAgo: number, now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
}

function shortDay(at: string): string {
  const day = new Date(at);
  const midnight = day.getHours() === 0 && day.getMinutes() === 0;
  return formatDate(day, {
    day: 'numeric',
    month: 'short',
    ...(day.getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
    ...(!midnight && { hour: '2-digit', minute: '2-digit' }),
  });
}

function daysBetween(from: Date, to: Date): number {
  const noon = (day: Date) => Date.UTC(day.getFullYear(), day.getMonth(), day.getDate(), 12);
  return Math.round((noon(to) - noon(from)) / 86_400_000);
}
