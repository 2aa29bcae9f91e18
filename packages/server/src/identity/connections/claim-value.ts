import { limits } from '@licet/contract';

/** OpenID Connect Core 1.0 section 2; a lone surrogate or a control character cannot be stored. */
export const isValue = (text: string): boolean =>
  text !== '' && [...text].length <= limits.claimValueMax.value && text.isWellFormed() && !/\p{Cc}/u.test(text);
