/** A page without the frame around it. */
export interface Source {
  /** Its path below the root of the site. */
  readonly address: string;
  /** Its short title. */
  readonly name: string;
  /** Its file in this repository, from the root; undefined for a page made from the code. */
  readonly file: string | undefined;
  readonly markdown: string;
  /** Pages that the contents show below this one while it or one of them is open. */
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

/** The relative link from one page to another. */
export function wayTo(from: string, to: string): string {
  const steps = from.split('/').slice(0, -1);
  const target = to.split('/');
  let shared = 0;
  while (shared < steps.length && shared < target.length - 1 && steps[shared] === target[shared]) shared++;
  return '../'.repeat(steps.length - shared) + target.slice(shared).join('/');
}
