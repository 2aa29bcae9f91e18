import { limits, type MailTemplate } from '@licet/contract';

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
      | 'passkey_removed'
      | 'totp_added'
      | 'totp_removed'
      | 'recovery_codes_made'
      | 'credentials_reset';
  };
}

/** How long each is of use, in seconds. */
export const usefulFor: Readonly<Record<MailTemplate, number>> = {
  test: limits.noticeLifetime.value,
  invitation: limits.invitationsHeld.value,
  password_reset: limits.resetLinkLifetime.value,
  password_changed: limits.noticeLifetime.value,
  credentials_changed: limits.noticeLifetime.value,
};

/** What a mail says, in one language. The parts that are absent are left out. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
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
