import type { ErrorCode } from '../errors.ts';
import { applicationReasons, clientFieldReasons, clientReasons } from './applications.ts';
import { auditReasons } from './audit.ts';
import { constraintReasons, coreReasons } from './core.ts';
import { credentialReasons, passwordReasons } from './credentials.ts';
import { directoryReasons } from './directories.ts';
import { accessFieldReasons, fieldReasons, signInFieldReasons } from './fields.ts';
import { accessReasons, grantReasons } from './grants.ts';
import { httpReasons, tokenReasons } from './http.ts';
import { givenReasons, importFileReasons } from './import-files.ts';
import { mailReasons, outgoingReasons } from './outgoing.ts';
import { planReasons } from './plans.ts';
import { policyReasons } from './policy.ts';
import { providerReasons } from './providers.ts';
import { inEnglish, type KindsIn, merged, type Reason, type SentencesOf, type ValuesOf } from './reason.ts';
import { requestReasons } from './requests.ts';
import { reviewReasons } from './reviews.ts';
import { separationReasons } from './separations.ts';
import { signInReasons } from './sign-in.ts';
import { userReasons } from './users.ts';

export type { applicationReasons, clientFieldReasons, clientReasons } from './applications.ts';
export type { auditReasons } from './audit.ts';
export type { constraintReasons, coreReasons } from './core.ts';
export type { credentialReasons, passwordReasons } from './credentials.ts';
export type { DirectoryFault, directoryReasons } from './directories.ts';
export type { accessFieldReasons, fieldReasons, signInFieldReasons } from './fields.ts';
export type { accessReasons, grantReasons } from './grants.ts';
export type { httpReasons, tokenReasons } from './http.ts';
export { type givenReasons, type importFileReasons, withGiven } from './import-files.ts';
export type { HostFault, mailReasons, Network, outgoingReasons } from './outgoing.ts';
export type { planReasons } from './plans.ts';
export type { policyReasons } from './policy.ts';
export type { LogoutTokenFault, ProviderFault, providerReasons } from './providers.ts';
export { merged, type Sentence, type SentencesOf, type ValuesOf, valueKinds, type Writer } from './reason.ts';
export type { requestReasons } from './requests.ts';
export type { reviewReasons } from './reviews.ts';
export { type FoundWrong, faultOfIssue, meant, type ReasonWithValues, reasonOfIssue } from './says.ts';
export type { separationReasons } from './separations.ts';
export type { signInReasons } from './sign-in.ts';
export type { Subject, userReasons } from './users.ts';

/**
 * Besides error codes, two keys have reasons: `field` for a refused field or line, and `finding` for the result of a
 * check.
 */
type Other = 'field' | 'finding';

/** All reasons by error code. A reason identifies a sentence and the types of its values. */
export const reasons = merged(
  accessReasons,
  planReasons,
  userReasons,
  accessFieldReasons,
  applicationReasons,
  auditReasons,
  clientFieldReasons,
  clientReasons,
  constraintReasons,
  coreReasons,
  credentialReasons,
  directoryReasons,
  fieldReasons,
  givenReasons,
  grantReasons,
  httpReasons,
  importFileReasons,
  mailReasons,
  outgoingReasons,
  passwordReasons,
  policyReasons,
  providerReasons,
  requestReasons,
  reviewReasons,
  separationReasons,
  signInFieldReasons,
  signInReasons,
  tokenReasons,
) satisfies Partial<Record<ErrorCode | Other, Readonly<Record<string, Pick<Reason, 'values'>>>>>;

type Reasons = typeof reasons;

/** Error codes with reasons, fields and findings. */
export type WithReason = keyof Reasons;
export type CodeWithReason = Exclude<WithReason, Other>;
export type ReasonOf<Code extends WithReason> = keyof Reasons[Code] & string;
export type KindsOf<Code extends WithReason, Name extends ReasonOf<Code>> = KindsIn<Reasons[Code][Name]>;

/** The sentences of a language, one for each reason. */
export type Sentences = SentencesOf<Reasons>;

/** Returns the English sentence of a reason. */
export function sentenceOf<Code extends WithReason, Name extends ReasonOf<Code>>(
  code: Code,
  name: Name,
  values: ValuesOf<KindsOf<Code, Name>>,
): string {
  return inEnglish(reasons[code][name] as unknown as Reason<KindsOf<Code, Name>>, values);
}
