import { merged, type Sentences } from '@licet/contract/reasons';
import { accessFieldReasons, accessReasons } from './access.de.ts';
import { applicationReasons, clientFieldReasons, clientReasons } from './applications.de.ts';
import { auditReasons } from './audit.de.ts';
import { constraintReasons } from './constraints.de.ts';
import { coreReasons } from './core.de.ts';
import { credentialReasons } from './credentials.de.ts';
import { directoryReasons } from './directories.de.ts';
import { fieldReasons } from './fields.de.ts';
import { grantReasons } from './grants.de.ts';
import { httpReasons } from './http.de.ts';
import { givenReasons, importFileReasons } from './import-files.de.ts';
import { mailReasons } from './mail.de.ts';
import { outgoingReasons } from './outgoing.de.ts';
import { planReasons } from './plans.de.ts';
import { policyReasons } from './policy.de.ts';
import { providerReasons } from './providers.de.ts';
import { requestReasons } from './requests.de.ts';
import { reviewReasons } from './reviews.de.ts';
import { separationReasons } from './separations.de.ts';
import { signInReasons } from './sign-in.de.ts';
import { signInFieldReasons } from './sign-in-fields.de.ts';
import { tokenReasons } from './tokens.de.ts';
import { userReasons } from './users.de.ts';

/** All German sentences, for the console. The public pages load only those that concern signing in. */
export const allReasons: Sentences = merged(
  accessReasons,
  planReasons,
  userReasons,
  httpReasons,
  coreReasons,
  constraintReasons,
  clientReasons,
  auditReasons,
  applicationReasons,
  credentialReasons,
  directoryReasons,
  fieldReasons,
  grantReasons,
  mailReasons,
  outgoingReasons,
  policyReasons,
  providerReasons,
  requestReasons,
  reviewReasons,
  separationReasons,
  signInReasons,
  tokenReasons,
  accessFieldReasons,
  clientFieldReasons,
  givenReasons,
  importFileReasons,
  signInFieldReasons,
);
