export interface Licensed {
  /** Its place in package-lock.json. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}
/** Packages of which files are copied, and nothing is installed. */
export const fonts: readonly string[];
/** Every package that comes with workspaces of ours when they run, and more that are named. */
export function packagesOf(workspaces: readonly string[], more?: readonly string[]): Licensed[];
/** A sentence for each package whose licence nobody looked at yet. */
export function strangeLicences(found: readonly Licensed[]): string[];
/** The licences in full. */
export function noticesOf(workspaces: readonly string[]): string;
