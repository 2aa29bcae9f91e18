import { merged, type Sentences } from '@licet/contract/reasons';
import { credentialReasons } from './credentials.de.ts';
import { fieldReasons } from './fields.de.ts';
import { grantReasons } from './grants.de.ts';
import { mailReasons } from './mail.de.ts';
import { policyReasons } from './policy.de.ts';
import { requestReasons } from './requests.de.ts';
import { reviewReasons } from './reviews.de.ts';
import { separationReasons } from './separations.de.ts';
import { signInReasons } from './sign-in.de.ts';
import { tokenReasons } from './tokens.de.ts';

/** Every German sentence. The console loads all of them; the pages before it load those of signing in. */
export const allReasons: Sentences = merged(
  credentialReasons,
  fieldReasons,
  grantReasons,
  mailReasons,
  policyReasons,
  requestReasons,
  reviewReasons,
  separationReasons,
  signInReasons,
  tokenReasons,
);
