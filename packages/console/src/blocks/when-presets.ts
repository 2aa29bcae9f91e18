/** A named instant. */
export type WhenPreset = 'yesterday' | 'aWeekAgo' | 'aMonthAgo' | 'endOfMonth' | 'endOfQuarter' | 'endOfYear';

export const whenPresets: readonly WhenPreset[] = [
  'yesterday',
  'aWeekAgo',
  'aMonthAgo',
  'endOfMonth',
  'endOfQuarter',
  'endOfYear',
];

/**
 * The instant of a preset in the reader's own zone: the same time of day some days or a month ago, or the last minute
 * of the previous month, quarter or year.
 */
export function presetAt(preset: WhenPreset, now: Date): Date {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  switch (preset) {
    case 'yesterday':
      return daysBefore(now, 1);
    case 'aWeekAgo':
      return daysBefore(now, 7);
    case 'aMonthAgo':
      // In a shorter month, its last day corresponds to the 31st.
      return new Date(
        year,
        month - 1,
        Math.min(now.getDate(), lastDayOf(year, month - 1)),
        now.getHours(),
        now.getMinutes(),
      );
    case 'endOfMonth':
      return lastMinuteBefore(year, month);
    case 'endOfQuarter':
      return lastMinuteBefore(year, month - (month % 3));
    case 'endOfYear':
      return lastMinuteBefore(year, 0);
  }
}

const daysBefore = (now: Date, days: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, now.getHours(), now.getMinutes());

const lastDayOf = (year: number, month: number) => new Date(year, month + 1, 0).getDate();

const lastMinuteBefore = (year: number, month: number) => new Date(year, month, 0, 23, 59);
