import { limits } from '@licet/contract';

/** OpenID Connect Core 1.0 section 2; a half of a character and a control character are not kept as they are. */
export const isValue = (text: string): boolean =>
  text !== '' && [...text].length <= limits.claimValueMax.value && text.isWellFormed() && !/\p{Cc}/u.test(text);
