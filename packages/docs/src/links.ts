import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, posix } from 'node:path';
import { type Source, wayTo } from './frame.ts';
import type { LinkOf } from './markdown.ts';

export class BrokenLink extends Error {
  override readonly name = 'BrokenLink';
}

/** Converts links to files of the repository into links of the site. */
export class Links {
  readonly #root: string;
  readonly #pages: Map<string, string>;
  /** Pictures on pages, by their path in the repository. */
  readonly pictures = new Map<string, string>();
  /** Linked files outside of the table of contents. The site shows their source text. */
  readonly files = new Map<string, Source>();

  constructor(root: string, pages: readonly Source[]) {
    this.#root = root;
    this.#pages = new Map(pages.flatMap(({ file, address }) => (file === undefined ? [] : [[file, address]])));
  }

  /**
   * Returns the function that converts the links of a page. That function throws BrokenLink if the repository has no
   * such file.
   */
  of({ file, address }: Source): LinkOf {
    // Generated pages already link to each other by their paths on the site.
    if (file === undefined) return (href) => href;
    return (href) => {
      const [path = '', fragment] = href.split('#');
      if (/^[a-z]+:/i.test(href) || path === '') return href;
      const target = posix.join(posix.dirname(file), decodeURI(path)).replace(/\/$/, '');
      const found = this.#addressOf(file, target);
      return found && `${wayTo(address, found)}${fragment === undefined ? '' : `#${fragment}`}`;
    };
  }

  #addressOf(from: string, target: string): string | undefined {
    const page = this.#pages.get(target) ?? this.#pages.get(`${target}/README.md`);
    if (page) return page;
    const place = join(this.#root, target);
    if (target.startsWith('..') || !existsSync(place))
      throw new BrokenLink(`${from} links to ${target}, and there is no such file.`);
    // A folder has no page on the site. The repository's web view shows its files.
    if (statSync(place).isDirectory()) return undefined;
    if (/\.(png|webp|svg)$/.test(target)) {
      this.pictures.set(target, `assets/${basename(target)}`);
      return `assets/${basename(target)}`;
    }
    const known = this.files.get(target) ?? fileSource(target, readFileSync(place, 'utf8'));
    this.files.set(target, known);
    return known.address;
  }
}

function fileSource(path: string, text: string): Source {
  const language = extname(path).slice(1) || basename(path).toLowerCase();
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  const markdown = `# ${basename(path)}\n\n\`${path}\` of the repository.\n\n${fence}${language}\n${text}${fence}\n`;
  return { address: `files/${path}.html`, name: basename(path), file: undefined, markdown };
}
