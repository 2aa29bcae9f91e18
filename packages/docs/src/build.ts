import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { addressOf, chapters, shortNames } from './contents.ts';
import { type Assets, allPages, frame, type Part, type Source } from './frame.ts';
import { Links } from './links.ts';
import { type Rendered, render } from './markdown.ts';
import { apiPages } from './reference/api.ts';
import { commandLinePage, settingsPage } from './reference/command-line.ts';
import { errorsPage, limitsPage } from './reference/errors.ts';

/** An entry of the search: a heading of the site with its text. */
export interface Entry {
  /** The title of the page. `heading` is empty if the entry is the page's own heading. */
  readonly page: string;
  readonly heading: string;
  /** The path below the root of the site. */
  readonly address: string;
  readonly chapter: string;
  readonly text: string;
}

/** Builds the documentation site of a repository into a folder. Empties the folder first. */
export async function buildSite(root: string, folder: string): Promise<void> {
  const parts = collect(root);
  const pages = allPages(parts);
  const links = new Links(root, pages);
  const rendered = new Map(pages.map((page) => [page, render(page.markdown, links.of(page))]));
  for (const page of links.files.values()) rendered.set(page, render(page.markdown, links.of(page)));

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const assets = await makeAssets(root, folder, entriesOf(parts, rendered));
  for (const [page, content] of rendered) write(folder, page.address, frame(page, content, parts, assets));
  for (const [path, address] of links.pictures) copyFileSync(join(root, path), join(folder, address));
}

function entriesOf(parts: readonly Part[], rendered: ReadonlyMap<Source, Rendered>): Entry[] {
  return parts.flatMap((part) =>
    // Excludes the specification, because the reference pages repeat its content with a link for each entry.
    allPages([part]).flatMap((page) => {
      if (page.file === 'docs/specification.md') return [];
      const { title, sections } = rendered.get(page) as Rendered;
      return sections.map((section, index) => ({
        page: title,
        heading: index === 0 ? '' : section.title,
        address: index === 0 ? page.address : `${page.address}#${section.id}`,
        chapter: part.title,
        text: section.text,
      }));
    }),
  );
}

async function makeAssets(root: string, folder: string, entries: readonly Entry[]): Promise<Assets> {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const bundle = async (entry: string) => {
    const { outputFiles } = await build({
      outdir: join(folder, 'assets'),
      loader: { '.woff2': 'file' },
      entryPoints: [join(here, entry)],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      // The same target as the console, so that esbuild does not rewrite light-dark() and cascade layers.
      target: 'es2024',
      legalComments: 'none',
    });
    // Writes the fonts into the folder of the style sheet, which refers to them by relative URLs.
    for (const { path, contents } of outputFiles) if (path.endsWith('.woff2')) writeFileSync(path, contents);
    return outputFiles.find(({ path }) => /\.(?:js|css)$/.test(path))?.text ?? '';
  };
  const asset = (name: string, text: string) => {
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 10);
    const path = `assets/${name.replace(extname(name), `-${digest}${extname(name)}`)}`;
    write(folder, path, text);
    return path;
  };
  const ofConsole = (name: string) => readFileSync(join(root, 'packages/console/public', name), 'utf8');
  return {
    style: asset('docs.css', await bundle('styles/docs.css')),
    script: asset('docs.js', await bundle('browser/docs.ts')),
    theme: asset('theme.js', ofConsole('theme.js')),
    icon: asset('licet.svg', ofConsole('licet.svg')),
    search: asset('search.json', JSON.stringify(entries)),
  };
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/**
 * Returns all pages of the site in the order of the contents. The pages are Markdown files of the repository, and pages generated from the
 * code.
 */
function collect(root: string): Part[] {
  const named = new Set(chapters.flatMap(({ files = [] }) => files));
  return chapters.map(({ title, files = [], rest, made }) => ({
    title,
    pages: [
      ...(made === 'reference' ? [apiPages(), commandLinePage(), settingsPage(), errorsPage(), limitsPage()] : []),
      ...files.map((file) => pageOf(root, file)),
      ...(made === 'decisions' ? [decisions(root)] : []),
      ...(rest === undefined ? [] : markdownIn(root, rest))
        .filter((file) => !named.has(file))
        .map((file) => pageOf(root, file)),
    ],
  }));
}

function pageOf(root: string, file: string): Source {
  const markdown = readFileSync(join(root, file), 'utf8');
  return { address: addressOf(file), name: shortNames[file] ?? titleOf(markdown), file, markdown };
}

/** Returns the index of decisions, with each decision as a subpage. */
function decisions(root: string): Source {
  const index = 'docs/decisions/README.md';
  const below = markdownIn(root, 'docs/decisions').filter((file) => file !== index);
  return { ...pageOf(root, index), below: below.map((file) => pageOf(root, file)) };
}

const titleOf = (markdown: string) => (/^# (.+)$/m.exec(markdown)?.[1] ?? 'Untitled').replaceAll('`', '');

const markdownIn = (root: string, folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.md'))
        .sort()
        .map((name) => `${folder}/${name}`)
    : [];
