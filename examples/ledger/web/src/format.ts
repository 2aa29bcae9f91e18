import type { InvoiceState } from '../../server/invoices.ts';

const amounts = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });
const shortDays = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** Formats cents as an amount such as 8,191.25. */
export const money = (cents: number): string => amounts.format(cents / 100).replace('-', '−');

/** Formats a day such as 2026-10-30 as “30 October 2026”. */
export const day = (text: string): string => days.format(new Date(text));
/** Formats a month such as 2026-10 as “October 2026”. */
export const month = (text: string): string => months.format(new Date(text));
export const shortDay = (text: string): string => shortDays.format(new Date(text));

export const stateWords: Readonly<Record<InvoiceState, string>> = {
  open: 'open',
  overdue: 'overdue',
  part_paid: 'partly paid',
  paid: 'paid',
  paid_twice: 'paid twice',
};
