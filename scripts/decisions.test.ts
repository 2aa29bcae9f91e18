import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../docs/decisions/', import.meta.url);
const pages = globSync('0*.md', { cwd: root }).sort();

test('the index of decisions lists each page once, with its number and title', () => {
  const index = readFileSync(new URL('README.md', root), 'utf8');
  const named = [...index.matchAll(/^- \[(\d+)\]\((.+?)\) (.+)$/gm)].map(([, number, page = '', title]) => ({
    page,
    title: `# ${number}. ${title}`,
  }));
  const titles = pages.map((page) => ({
    page: basename(page),
    title: readFileSync(new URL(page, root), 'utf8').split('\n', 1)[0],
  }));
  expect(pages.length).toBeGreaterThan(80);
  expect(named.sort((one, other) => one.page.localeCompare(other.page))).toEqual(titles);
});
