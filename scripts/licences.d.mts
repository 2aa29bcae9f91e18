export interface Licensed {
  /** The path of the package in package-lock.json. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}
/** Packages that are not installed. Only some of their files are copied. */
export const fonts: readonly string[];
/** Returns every package that comes with our workspaces at run time, and the packages named in `more`. */
export function packagesOf(workspaces: readonly string[], more?: readonly string[]): Licensed[];
/** Returns one sentence for each package with an unknown licence. */
export function strangeLicences(found: readonly Licensed[]): string[];
/** Returns the full licence texts. */
export function noticesOf(workspaces: readonly string[]): string;
