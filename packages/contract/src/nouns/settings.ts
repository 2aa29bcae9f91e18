import * as z from 'zod';
import { call, licetToken, permission } from '../call.ts';
import { limits } from '../limits.ts';
import { line } from '../names.ts';
import { says } from '../reasons/says.ts';
import { version } from './common.ts';

/** The number of days between a reminder and the end; 0 for no reminder. */
const remindDays = z
  .int({ error: says('reminder_days_not_whole', {}) })
  .min(0, { error: says('reminder_days_negative', {}) })
  .max(limits.reminderDaysMax.value, {
    error: says('reminder_days_too_many', { most: limits.reminderDaysMax.value }),
  });

export const settings = z.strictObject({ organisation: z.string(), remindDays: z.int(), version });
export type Settings = z.infer<typeof settings>;

/** Omitted fields stay unchanged. */
export const settingsChange = z.strictObject({
  organisation: line(limits.nameMax.value, 'organisation').optional(),
  remindDays: remindDays.optional(),
});

export const settingsCalls = {
  get: call({
    method: 'GET',
    path: '/settings',
    summary: 'The settings of the organisation',
    access: licetToken,
    reply: settings,
  }),
  update: call({
    method: 'PATCH',
    path: '/settings',
    summary: 'Change the settings',
    access: permission('settings.manage'),
    body: settingsChange,
    reply: settings,
    ifMatch: true,
  }),
};
