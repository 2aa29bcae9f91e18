import { duration, failed, moment } from './words.en.ts';

/**
 * The texts for a role that the user may take without approval. Instants are ISO 8601, `now` is in milliseconds since
 * the epoch.
 */
export const atOnce = {
  title: 'It cannot wait?',
  /** “You may take the role approver at once, for 2 hours.” */
  offer: (role: string, seconds: number) => `You may take the role ${role} at once, for ${duration(seconds)}.`,
  open: 'Take it at once…',
  loud: 'The owners are told in this moment, it stands in the audit log, and somebody else reviews it.',
  why: 'Why it cannot wait',
  sayWhy: 'Say why it cannot wait; the owners are told at once, and whoever reviews it reads it.',
  take: 'Take it now',
  taking: 'Taking it…',
  cancel: 'Cancel',
  notTaken: 'It was not taken. Try again.',
  failed: (error: unknown, otherwise: string): string => failed(error, otherwise),
  again: 'This takes a sign-in of just now. You come back to this page, and what you wrote is kept: then take it.',
  signIn: 'Sign in again',
  taken: (role: string, ends: string, now: number) => `You have the role ${role} until ${moment(ends, now)}`,
  onItsWay: 'The owners are told. Your access is on its way to this page.',
};
