import { type FirstWay, limits, type MailLanguage, type MailTemplate, type Planned } from '@licet/contract';
import type { EndingAccess, EndingKey } from '../store/reminders/reminders.ts';
import type { EndingException } from '../store/separations/ending.ts';

/** The data of each mail, without its recipient. It contains no link and no token, because these are created when the mail is sent. */
export interface MailData {
  readonly test: Record<never, never>;
  readonly invitation: { readonly by: string | null };
  readonly password_reset: Record<never, never>;
  readonly password_changed: { readonly at: string };
  readonly credentials_changed: {
    readonly at: string;
    readonly what:
      | 'passkey_added'
      | 'passkey_by_link'
      | 'passkey_removed'
      | 'totp_added'
      | 'totp_removed'
      | 'recovery_codes_made'
      | 'identity_linked'
      | 'identity_unlinked'
      | 'credentials_reset';
  };
  readonly new_browser: {
    readonly at: string;
    readonly browser?: string;
    readonly system?: string;
    readonly network: string | null;
    /** The application of the sign-in. */
    readonly client: string | null;
  };
  readonly address_changed: { readonly at: string };
  readonly email_verification: {
    /** Whether the address replaces the previous one when it is verified. */
    readonly changes: boolean;
  };
  readonly requests_waiting: {
    readonly requests: readonly {
      readonly id: string;
      readonly user: string;
      readonly asks: string;
      readonly application: string;
      readonly seconds: number;
    }[];
    /** The number of further requests that are not listed. */
    readonly more: number;
  };
  readonly request_decided: {
    readonly approved: boolean;
    /** Whether the request was approved, and the approval was then undone. */
    readonly undone?: true;
    readonly asks: string;
    readonly application: string;
    readonly by: string | null;
    readonly note: string;
    readonly ends: string | null;
  };
  /** To the application's owners, immediately. */
  readonly break_glass_used: {
    readonly by: string;
    readonly role: string;
    readonly application: string;
    readonly reason: string;
    readonly ends: string;
  };
  /** To the user who took emergency access. */
  readonly break_glass_reviewed: {
    readonly justified: boolean;
    /** Whether the reviewer ended the access. */
    readonly ended: boolean;
    readonly role: string;
    readonly application: string;
    readonly by: string | null;
    readonly note: string;
  };
  /** To the holder. */
  readonly access_ending: { readonly grants: readonly EndingAccess[]; readonly more: number };
  /** To the application's owners. */
  readonly ending_soon: {
    readonly grants: readonly EndingAccess[];
    readonly keys: readonly EndingKey[];
    readonly more: number;
  };
  /** To the managers of separations. */
  readonly exception_ending: EndingException;
  /** To a reviewer with lines that wait for a decision. `last` marks the reminder shortly before the review ends. */
  readonly review_waiting: ReviewNotice & { readonly last: boolean };
  /** To the opener of a review that has ended. */
  readonly review_ended: ReviewNotice;
  /** To the opener of a series whose next review would have more than `most` lines. `review` is the last one. */
  readonly review_too_long: { readonly review: string; readonly name: string; readonly most: number };
  readonly sign_in_rules: {
    /** What the user's sign-in lacks for the new rules. */
    readonly reason: Planned['reason'];
    readonly ways: readonly FirstWay[];
    /** When the rules come into force; null if they are in force or the time is unknown. */
    readonly from: string | null;
    /** The instant until which the user may sign in without meeting the new rules. */
    readonly graceUntil: string | null;
  };
  /** To the administrators of Licet. */
  readonly directory_not_synchronised: NotSynchronised;
}

/** A directory whose synchronisation failed, or waits for a confirmation. */
export interface NotSynchronised {
  readonly connection: string;
  readonly state: 'failed' | 'waiting';
  readonly problem: string | null;
  readonly leaving: number;
}

/** A review, and the number of its lines that wait for a decision. */
export interface ReviewNotice {
  readonly review: string;
  readonly name: string;
  readonly waiting: number;
  readonly endsAt: string;
}

/** The seconds after which a mail of each kind is no longer sent. */
export const usefulFor: Readonly<Record<MailTemplate, number>> = {
  test: limits.noticeLifetime.value,
  invitation: limits.invitationsHeld.value,
  password_reset: limits.resetLinkLifetime.value,
  password_changed: limits.noticeLifetime.value,
  credentials_changed: limits.noticeLifetime.value,
  new_browser: limits.noticeLifetime.value,
  address_changed: limits.noticeLifetime.value,
  email_verification: limits.invitationsHeld.value,
  requests_waiting: limits.requestLapse.value,
  request_decided: limits.noticeLifetime.value,
  break_glass_used: limits.noticeLifetime.value,
  break_glass_reviewed: limits.noticeLifetime.value,
  access_ending: limits.noticeLifetime.value,
  ending_soon: limits.noticeLifetime.value,
  exception_ending: limits.noticeLifetime.value,
  review_waiting: limits.noticeLifetime.value,
  review_ended: limits.noticeLifetime.value,
  review_too_long: limits.noticeLifetime.value,
  sign_in_rules: limits.invitationsHeld.value,
  directory_not_synchronised: limits.noticeLifetime.value,
};

/** The text of a mail in one language. Optional parts may be missing. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Facts with their labels. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** A list of similar things. */
  readonly items?: readonly string[];
  /** The label of the button. */
  readonly button?: string;
  /** The target of the button, below the public address. Omitted if the link is created when the mail is sent. */
  readonly page?: string;
  /** The small print, which says what to do if the user did not cause this mail. */
  readonly small?: readonly string[];
}

/** The data that every mail has. */
export interface MailSetting {
  readonly organisation: string;
  /** The public address of this Licet, without a slash at the end. */
  readonly issuer: string;
}

/** An instant in words. It is in UTC, because the reader's time zone is unknown. */
export const instantIn = (language: MailLanguage, at: string): string =>
  `${formats[language].format(new Date(at))} UTC`;

/** A duration in words, in the largest unit that divides it: "2 hours". */
export function whileIn(language: MailLanguage, seconds: number): string {
  const [unit, length] = units.find(([, size]) => seconds % size === 0) ?? ['second', 1];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(seconds / length);
}

const format = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const formats = { en: format('en-GB'), de: format('de') } as const;
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * Returns the button and page of a reminder: for a single grant, the form to request it again; for several grants, the
 * user's list of access.
 */
export function toAskAgain(
  grants: readonly EndingAccess[],
  more: number,
  again: string,
  all: string,
): { readonly button: string; readonly page: string } {
  const [only] = grants;
  if (!only?.again || grants.length + more !== 1) return { button: all, page: '/me?tab=access' };
  const { application, role, permission } = only.again;
  const asked = new URLSearchParams({ view: 'mine', add: '1', application, renews: only.id });
  if (role) asked.set('role', role);
  else asked.set('permission', permission ?? '');
  return { button: again, page: `/requests?${asked}` };
}

/**
 * Returns the page that lists what ends soon. Without grants it is the first page, which lists the keys of programs.
 */
export const endingPage = (grants: number): string =>
  grants === 0 ? '/' : `/ending?within=${limits.reminderDaysMax.value * 86_400}`;
