import { fromAbsolute, getLocalTimeZone, type ZonedDateTime } from '@internationalized/date';
import { type ReactNode, useContext, useId } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar';
import { DateInput, DateSegment } from 'react-aria-components/DateField';
import { DatePicker, DatePickerStateContext } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import { Popover } from 'react-aria-components/Popover';
import { TimeField } from 'react-aria-components/TimeField';
import { classNames } from './class-names.ts';
import type { DateTimeFieldProps } from './date-time-field.tsx';
import { FieldNote } from './field.tsx';
import { FieldLabel } from './field-label.tsx';
import { CalendarIcon, ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon, ClockIcon } from './icons.tsx';
import { words } from './words.ts';
import './button.css';
import './date-time-picker.css';

/** The accessible date and time picker, which `DateTimeField` loads. */
export function DateTimePicker(props: DateTimeFieldProps): ReactNode {
  const { label, hint, error, optional, hideLabel, value, onChange, min, max, endOfDay } = props;
  const noteId = `${useId()}-note`;
  const zone = getLocalTimeZone();
  const zoned = (date: Date): ZonedDateTime => fromAbsolute(date.getTime(), zone);
  // Drop seconds: the field does not show them, so they must not be sent.
  const thisMinute = zoned(new Date()).set({ second: 0, millisecond: 0 });
  return (
    <DatePicker<ZonedDateTime>
      className="field"
      granularity="minute"
      hideTimeZone
      shouldForceLeadingZeros
      value={value && zoned(value)}
      onChange={(next) => onChange(next?.toDate() ?? null)}
      placeholderValue={endOfDay ? thisMinute.set({ hour: 23, minute: 59 }) : thisMinute}
      {...(min && { minValue: zoned(min) })}
      {...(max && { maxValue: zoned(max) })}
      isInvalid={error !== undefined}
      aria-describedby={noteId}
    >
      <FieldLabel label={label} optional={optional} hideLabel={hideLabel} />
      <Group className={classNames('input-box', error !== undefined && 'invalid')}>
        <CalendarIcon />
        <DateInput className="date-segments">
          {(segment) => <DateSegment className="date-segment" segment={segment} />}
        </DateInput>
        <Button className="button quiet icon-only compact in-field" aria-label={words.openCalendar}>
          <ChevronDownIcon small />
        </Button>
      </Group>
      <FieldNote id={noteId} hint={hint} error={error} />
      <Popover className="calendar" offset={4}>
        <Dialog className="calendar-dialog" aria-label={label}>
          <Calendar>
            <header>
              <CalendarHeading />
              <Button slot="previous" className="button quiet icon-only compact" aria-label={words.monthBefore}>
                <ChevronLeftIcon />
              </Button>
              <Button slot="next" className="button quiet icon-only compact" aria-label={words.monthAfter}>
                <ChevronRightIcon />
              </Button>
            </header>
            <CalendarGrid weekdayStyle="short">
              <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell className="calendar-day" date={date} />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
          <PickedTime zone={zone} />
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

function PickedTime({ zone }: { zone: string }): ReactNode {
  const state = useContext(DatePickerStateContext);
  if (!state) return null;
  return (
    <TimeField
      className="input-box calendar-time"
      aria-label={words.time}
      value={state.timeValue}
      onChange={(time) => time && state.setTimeValue(time)}
      shouldForceLeadingZeros
      hideTimeZone
    >
      <ClockIcon />
      <DateInput className="date-segments">
        {(segment) => <DateSegment className="date-segment" segment={segment} />}
      </DateInput>
      <span className="text-faint small ellipsis">{zone.split('/').at(-1)?.replaceAll('_', ' ')}</span>
    </TimeField>
  );
}
