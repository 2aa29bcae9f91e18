/** What each mail is told beside whom it is for. Never a link or a token: those are made when it is sent. */
export interface MailData {
  readonly test: Record<never, never>;
}

/** The name of a mail's template. */
export type MailTemplate = keyof MailData;

/** What a mail says, in one language. The parts that are absent are left out. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** What the button to the mail's link says. */
  readonly button?: string;
  /** What stands small below: what to do when it was not they. */
  readonly small?: readonly string[];
}

/** What every mail knows. */
export interface MailSetting {
  readonly organisation: string;
  /** The public address of this Licet, without a slash at the end. */
  readonly issuer: string;
}
