/** A page without the frame around it. */
export interface Source {
  /** The path of the page below the root of the site. */
  readonly address: string;
  /** The short title of the page. */
  readonly name: string;
  /** The page's Markdown file, relative to the root of the repository. Generated pages have none. */
  readonly file: string | undefined;
  readonly markdown: string;
  /** Subpages. The table of contents shows them while this page or a subpage is open. */
  readonly below?: readonly Source[];
}

/** A chapter with its pages. */
export interface Part {
  readonly title: string;
  readonly pages: readonly Source[];
}

/** Every page of a table of contents, in order. */
export const allPages = (parts: readonly Part[]): Source[] =>
  parts.flatMap(({ pages }) => pages.flatMap((page) => [page, ...(page.below ?? [])]));

/** Returns the relative link from one page to another. */
export function wayTo(from: string, to: string): string {
  const steps = from.split('/').slice(0, -1);
  const target = to.split('/');
  let shared = 0;
  while (shared < steps.length && shared < target.length - 1 && steps[shared] === target[shared]) shared++;
  return '../'.repeat(steps.length - shared) + target.slice(shared).join('/');
}
