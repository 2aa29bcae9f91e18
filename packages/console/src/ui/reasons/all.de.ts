import { merged, type Sentences } from '@licet/contract/reasons';
import { fieldReasons } from './fields.de.ts';
import { grantReasons } from './grants.de.ts';

/** Every German sentence. The console loads all of them; the pages before it load those of signing in. */
export const allReasons: Sentences = merged(fieldReasons, grantReasons);
