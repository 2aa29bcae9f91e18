import { type FirstWay, limits, type MailTemplate, type Planned } from '@licet/contract';

/** What each mail is told beside whom it is for. Never a link or a token: those are made when it is sent. */
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
    /** The application that it was on the way to. */
    readonly client: string | null;
  };
  readonly address_changed: { readonly at: string };
  readonly email_verification: { /** Whether the person has another address until then. */ readonly changes: boolean };
  readonly requests_waiting: {
    readonly requests: readonly {
      readonly id: string;
      readonly user: string;
      readonly asks: string;
      readonly application: string;
      readonly seconds: number;
    }[];
    /** How many there are beside those. */
    readonly more: number;
  };
  readonly request_decided: {
    readonly approved: boolean;
    /** Whether it was approved, and somebody has taken that back. */
    readonly undone?: true;
    readonly asks: string;
    readonly application: string;
    readonly by: string | null;
    readonly note: string;
    readonly ends: string | null;
  };
  /** To those who look after the application, at once. */
  readonly break_glass_used: {
    readonly by: string;
    readonly role: string;
    readonly application: string;
    readonly reason: string;
    readonly ends: string;
  };
  /** To whoever took it. */
  readonly break_glass_reviewed: {
    readonly justified: boolean;
    /** Whether they lost it by the review. */
    readonly ended: boolean;
    readonly role: string;
    readonly application: string;
    readonly by: string | null;
    readonly note: string;
  };
  /** To whoever has it. */
  readonly access_ending: { readonly grants: readonly EndingAccess[]; readonly more: number };
  /** To those who look after the application. */
  readonly ending_soon: {
    readonly grants: readonly EndingAccess[];
    readonly keys: readonly EndingKey[];
    readonly more: number;
  };
  /** To those who look after what nobody may hold together. */
  readonly exception_ending: EndingException;
  /** To a reviewer for whom lines of a review wait; `last` shortly before its end. */
  readonly review_waiting: ToldOfReview & { readonly last: boolean };
  /** To whoever opened a review whose end has come. */
  readonly review_ended: ToldOfReview;
  readonly sign_in_rules: {
    /** What they lack. */
    readonly reason: Planned['reason'];
    readonly ways: readonly FirstWay[];
    /** From when the rules are to be in force; null when that is not known, or they are. */
    readonly from: string | null;
    /** Until when they get in without. */
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

/** Somebody whom an exception lets hold what a rule keeps apart. */
export interface EndingException {
  /** The id of the rule. */
  readonly separation: string;
  readonly who: string;
  readonly rule: string;
  readonly ends: string;
}

/** A review, and how many of its lines wait. */
export interface ToldOfReview {
  readonly review: string;
  readonly name: string;
  readonly waiting: number;
  readonly endsAt: string;
}

/** A grant that ends. */
export interface EndingAccess {
  readonly id: string;
  readonly who: string;
  readonly kind: 'user' | 'group' | 'client';
  readonly what: string;
  readonly application: string;
  readonly ends: string;
  /** What asks for the same again: the identifier of the application, and the role or the permission by name. Mails of before have none. */
  readonly again?: { readonly application: string; readonly role?: string | null; readonly permission?: string | null };
}

/** A program's key that ends. */
export interface EndingKey {
  readonly id: string;
  readonly key: string;
  readonly program: string;
  readonly application: string;
  readonly ends: string;
}

/** How long each is of use, in seconds. */
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
  sign_in_rules: limits.invitationsHeld.value,
  directory_not_synchronised: limits.noticeLifetime.value,
};

/** What a mail says, in one language. The parts that are absent are left out. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** What is known, each by its name. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** Several of a kind. */
  readonly items?: readonly string[];
  /** What the button says. */
  readonly button?: string;
  /** Where the button leads, below the public address; a mail whose link is made when it is sent has none. */
  readonly page?: string;
  /** What stands small below: what to do when it was not they. */
  readonly small?: readonly string[];
}

/** What every mail knows. */
export interface MailSetting {
  readonly organisation: string;
  /** The public address of this Licet, without a slash at the end. */
  readonly issuer: string;
}
