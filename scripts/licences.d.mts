export interface Licensed {
  /** Its path in package-lock.json. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}
/** Packages that are not installed; only files of theirs are copied. */
export const fonts: readonly string[];
/** Every package that comes with our workspaces at run time, and more by name. */
export function packagesOf(workspaces: readonly string[], more?: readonly string[]): Licensed[];
/** A sentence for each package with an unknown licence. */
export function strangeLicences(found: readonly Licensed[]): string[];
/** The full licences. */
export function noticesOf(workspaces: readonly string[]): string;
