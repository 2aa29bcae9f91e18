export { code, table } from '@licet/contract/markdown';

/** The non-empty parts, separated by blank lines. */
export const parts = (...texts: readonly (string | false | undefined)[]): string =>
  `${texts.filter((text) => text).join('\n\n')}\n`;
