import { duration, failed, moment } from './words.en.ts';

/**
 * The texts for a role that the user may take without approval. Times are in ISO 8601; `now` is in milliseconds since
 * the epoch.
 */
export const atOnce = {
  title: 'Is it urgent?',
  offer: (role: string, seconds: number) => `You may take the role ${role} at once, for ${duration(seconds)}.`,
  open: 'Take it now…',
  loud: 'The owners are notified immediately, the audit log records it, and another person reviews it.',
  why: 'Why it cannot wait',
  sayWhy: 'Say why it cannot wait. The owners and the reviewer read this.',
  take: 'Take it now',
  taking: 'Taking it…',
  cancel: 'Cancel',
  notTaken: 'You did not get the role. Try again.',
  failed: (error: unknown, otherwise: string): string => failed(error, otherwise),
  again: 'Sign in again first. You return to this page, and your text is kept.',
  signIn: 'Sign in again',
  taken: (role: string, ends: string, now: number) => `You have the role ${role} until ${moment(ends, now)}`,
  onItsWay: 'The owners have been notified. This page updates by itself.',
};
