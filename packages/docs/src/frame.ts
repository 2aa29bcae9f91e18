import { escaped } from './highlight.ts';
import type { Rendered, Section } from './markdown.ts';

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

/** Files that every page loads, by kind. Their names contain digests. */
export type Assets = Readonly<Record<'style' | 'script' | 'theme' | 'icon' | 'search', string>>;

/** Returns the complete HTML of a page. */
export function frame(page: Source, rendered: Rendered, parts: readonly Part[], assets: Assets): string {
  const way = (to: string) => escaped(wayTo(page.address, to));
  const home = page.address === 'index.html';
  const { title, lead, html, sections } = rendered;
  return `<!doctype html>
<html lang="en" data-search="${way(assets.search)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escaped(home ? 'Licet documentation' : `${title} · Licet`)}</title>
<meta name="description" content="${escaped(shortened(lead, 160))}">
<link rel="icon" href="${way(assets.icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${way(assets.style)}">
<script src="${way(assets.theme)}"></script>
<script type="module" src="${way(assets.script)}"></script>
</head>
<body>
<a class="skip-link" href="#content">Skip to the text</a>
<header class="top-bar">
<button class="top-button only-narrow" type="button" popovertarget="contents" aria-label="Contents">${menuIcon}</button>
<a class="brand" href="${way('index.html')}" aria-label="Licet documentation">${brand}<span class="brand-part">docs</span></a>
<button class="search" type="button" data-open-search>${searchIcon}<span>Search</span><kbd>Ctrl K</kbd></button>
<button class="top-button" type="button" data-theme-button aria-label="Theme">${themeIcon}</button>
</header>
<nav id="contents" class="contents" popover aria-label="Contents">${contents(page, parts, way)}</nav>
<main id="content" tabindex="-1">
<article class="${home ? 'text home' : 'text'}">
${home ? '' : crumbs(page, parts)}${html}${home ? cards(parts, way) : ''}${home ? '' : neighbours(page, parts, way)}
</article>
${outline(sections)}</main>
</body>
</html>
`;
}

type Way = (to: string) => string;

function contents(page: Source, parts: readonly Part[], way: Way): string {
  const entry = (it: Source, inner = '') => {
    const here = it.address === page.address ? ' aria-current="page"' : '';
    return `<li><a href="${way(it.address)}"${here}>${escaped(it.name)}</a>${inner}</li>`;
  };
  return parts
    .map(({ title, pages }) => {
      const entries = pages.map((it) => {
        const open = it === page || it.below?.includes(page);
        return entry(it, open && it.below ? `<ul>${it.below.map((one) => entry(one)).join('')}</ul>` : '');
      });
      return `<p>${escaped(title)}</p><ul>${entries.join('')}</ul>`;
    })
    .join('');
}

/** Returns the breadcrumb above the title. */
function crumbs(page: Source, parts: readonly Part[]): string {
  const part = parts.find(({ pages }) => pages.some((it) => it === page || it.below?.includes(page)));
  const above = part?.pages.find(({ below }) => below?.includes(page));
  const steps = [
    part?.title,
    above && `<a href="${escaped(wayTo(page.address, above.address))}">${escaped(above.name)}</a>`,
  ];
  return part ? `<p class="crumbs">${steps.filter(Boolean).join(' <span aria-hidden="true">/</span> ')}</p>\n` : '';
}

/** Returns every chapter with its pages, for the first page. */
function cards(parts: readonly Part[], way: Way): string {
  const card = ({ title, pages }: Part) =>
    `<section><h2>${escaped(title)}</h2><ul>${pages
      .map((it) => `<li><a href="${way(it.address)}">${escaped(it.name)}</a></li>`)
      .join('')}</ul></section>`;
  return `<div class="cards">${parts.map(card).join('')}</div>`;
}

function neighbours(page: Source, parts: readonly Part[], way: Way): string {
  const pages = allPages(parts);
  const at = pages.indexOf(page);
  if (at < 0) return '';
  const link = (it: Source | undefined, kind: string, inner: (name: string) => string) =>
    it ? `<a class="${kind}" href="${way(it.address)}">${inner(`<span>${escaped(it.name)}</span>`)}</a>` : '';
  const before = link(pages[at - 1], 'before', (name) => beforeIcon + name);
  const next = link(pages[at + 1], 'next', (name) => name + nextIcon);
  return `<nav class="neighbours" aria-label="Before and after">${before}${next}</nav>`;
}

function outline(sections: readonly Section[]): string {
  const shown = sections.filter(({ depth }) => depth === 2 || depth === 3);
  const listed = shown.length > 40 ? shown.filter(({ depth }) => depth === 2) : shown;
  if (listed.length < 2) return '';
  const links = listed.map(
    ({ id, depth, title }) => `<li class="depth-${depth}"><a href="#${escaped(id)}">${escaped(title)}</a></li>`,
  );
  return `<button class="outline-button" type="button" popovertarget="outline">${listIcon}On this page</button>
<nav id="outline" class="outline" popover aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav>
`;
}

const shortened = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, text.lastIndexOf(' ', length))} …`;

// Shapes from Lucide (https://lucide.dev, ISC licence), drawn on 24 x 24 and shown at 16 px, as in the console.
const icon = (...paths: string[]) =>
  `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths.map((path) => `<path d="${path}"/>`).join('')}</svg>`;

const menuIcon = icon('M4 6h16M4 12h16M4 18h16');
export const searchIcon = icon('M21 21l-4.34-4.34', 'M3 11a8 8 0 1 0 16 0a8 8 0 1 0-16 0');
const themeIcon = icon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0', 'M12 18a6 6 0 0 0 0-12v12z');
const listIcon = icon('M8 6h13M8 12h13M8 18h13M3 6h.01M3 12h.01M3 18h.01');
const beforeIcon = icon('M15 18l-6-6 6-6');
const nextIcon = icon('M9 18l6-6-6-6');
export const copyIcon = icon(
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2z',
  'M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
);
export const checkIcon = icon('M20 6 9 17l-5-5');

/** The logo and wordmark of Licet, as in the console. */
const brand = `<svg class="mark" viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true"><path d="M4 2.2V16.5H18.5" stroke-width="3.1" stroke-linejoin="miter"/><path d="M5 3.2A12.5 12.5 0 0 1 17.3 15.5" stroke-width="1.5"/></svg><svg class="wordmark" viewBox="0 0 52 18" fill="none" stroke="currentColor" stroke-width="2.1" aria-hidden="true"><path d="M2.1 1.6V15.4H10.2"/><path d="M14.3 6V16.4M14.3 1.4V3.8"/><path d="M27 8.3A4.7 4.7 0 1 0 27 13.6"/><path d="M30.3 11.1H39A4.5 4.5 0 1 0 37.7 14.2"/><path d="M45 2.3V13.2Q45 15.4 47.2 15.4H50M41.9 6.9H50"/></svg>`;
