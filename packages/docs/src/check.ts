import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * Checks a built site. Each link and fragment must have a target, and ids must be unique. The content security policy blocks inline code
 * and files of other origins, so pages must not contain them.
 * @returns a sentence for each fault
 */
export function checkSite(folder: string): string[] {
  const files = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((it) => it.isFile())
      .map((it) => posix.join(posix.relative(folder, it.parentPath), it.name)),
  );
  const pages = new Map(
    [...files].filter((file) => file.endsWith('.html')).map((file) => [file, readPage(join(folder, file))]),
  );
  return [...pages].flatMap(([file, { html, ids, twice, links }]) => [
    ...twice.map((id) => `${file} has two elements with the id “${id}”.`),
    ...inline(html).map((what) => `${file} has ${what}, which the content security policy refuses.`),
    ...links.flatMap((link) => {
      if (/^(https?|mailto):/.test(link.to))
        return link.loads ? [`${file} loads ${link.to}; nothing may come from elsewhere.`] : [];
      const [path = '', fragment] = link.to.split('#');
      const target = path === '' ? file : posix.join(posix.dirname(file), path);
      if (!files.has(target)) return [`${file} links to ${link.to}, and there is no ${target}.`];
      const known = fragment === undefined || (target === file ? ids : pages.get(target)?.ids)?.has(fragment);
      return known ? [] : [`${file} links to ${link.to}, and ${target} has no “${fragment}”.`];
    }),
  ]);
}

interface Page {
  readonly html: string;
  readonly ids: ReadonlySet<string>;
  readonly twice: readonly string[];
  readonly links: readonly { readonly to: string; readonly loads: boolean }[];
}

function readPage(path: string): Page {
  const html = readFileSync(path, 'utf8');
  const ids = [...html.matchAll(/<[^<>]*\sid="([^"]*)"/g)].map(([, id = '']) => id);
  const links = [...html.matchAll(/<(\w+)[^<>]*\s(?:href|src|data-search)="([^"]*)"/g)].map(([, element, to = '']) => ({
    to: to.replaceAll('&amp;', '&'),
    loads: element !== 'a',
  }));
  return { html, ids: new Set(ids), twice: ids.filter((id, index) => ids.indexOf(id) < index), links };
}

function inline(html: string): string[] {
  return [
    ...(/<script(?![^>]*\ssrc=)/.test(html) ? ['a script'] : []),
    ...(/<style/.test(html) ? ['a style element'] : []),
    ...(/<[a-z][^<>]*\sstyle=/.test(html) ? ['a style attribute'] : []),
    ...(/<[a-z][^<>]*\son[a-z]+=/.test(html) ? ['an event handler'] : []),
  ];
}
