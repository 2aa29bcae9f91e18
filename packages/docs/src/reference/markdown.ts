export { code, table } from '@licet/contract/markdown';

/** The parts that say something, with a blank line between. */
export const parts = (...texts: readonly (string | false | undefined)[]): string =>
  `${texts.filter((text) => text).join('\n\n')}\n`;
