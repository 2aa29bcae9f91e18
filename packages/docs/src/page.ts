/** A page before it has a frame around it. */
export interface Source {
  /** Where it lies, below the root of the site. */
  readonly address: string;
  /** What it is called where there is little room. */
  readonly name: string;
  /** The file of this repository that it is made of, from the root; undefined when it is made from the code. */
  readonly file: string | undefined;
  readonly markdown: string;
  /** Pages that the table of contents shows below this one, while one of them is read. */
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

/** The way from one page to another, as a link says it. */
export function wayTo(from: string, to: string): string {
  const steps = from.split('/').slice(0, -1);
  const target = to.split('/');
  let shared = 0;
  while (shared < steps.length && shared < target.length - 1 && steps[shared] === target[shared]) shared++;
  return '../'.repeat(steps.length - shared) + target.slice(shared).join('/');
}
