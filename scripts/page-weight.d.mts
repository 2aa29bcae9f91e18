/** A page of the console as it is built: what it may weigh, and what it must not load at once. */
export interface PageWeight {
  readonly page: string;
  readonly what: string;
  readonly atMost: number;
  readonly later: readonly RegExp[];
}
export const pageWeights: readonly PageWeight[];
/** The scripts that a page loads before it is asked for more, each with its bytes after gzip. */
export function scriptsOf(dist: string, page: string): Map<string, number>;
/** The font that a page asks for before anything else, in bytes. */
export const fontAtMost: number;
/** The bytes of the fonts that a page loads before it is asked for more. */
export function fontsOf(dist: string, page: string): number[];
/** One sentence for each page that is too heavy, or loads at once what is to wait. */
export function checkPages(dist: string): string[];
