import * as z from 'zod';
import { limits } from '../limits.ts';
import { line } from '../names.ts';
import { version } from './common.ts';

/** How many days before an end people are reminded of it; 0 for never. */
const remindDays = z
  .int({ error: 'Enter a number of days.' })
  .min(0, { error: 'Enter a number of days; 0 for no reminders.' })
  .max(limits.reminderDaysMax.value, { error: `That is more than ${limits.reminderDaysMax.value} days.` });

export const settings = z.strictObject({ organisation: z.string(), remindDays: z.int(), version });
export type Settings = z.infer<typeof settings>;

/** What is left out stays as it is. */
export const settingsChange = z.strictObject({
  organisation: line(limits.nameMax.value, 'The organisation’s name').optional(),
  remindDays: remindDays.optional(),
});
