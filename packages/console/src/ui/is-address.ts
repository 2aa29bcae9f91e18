import { foldForSearch } from '@licet/contract';

/** Whether a searched text is an e-mail address or the beginning of one. */
export const isAddress = (text: string): boolean => /.@./.test(foldForSearch(text));
