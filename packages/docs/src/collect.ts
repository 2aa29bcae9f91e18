import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, chapters, shortNames } from './contents.ts';
import type { Part, Source } from './page.ts';
import { apiPages } from './reference/api.ts';
import { commandLinePage } from './reference/command-line.ts';
import { errorsPage, limitsPage } from './reference/errors.ts';
import { settingsPage } from './reference/settings.ts';

/** Every page of the site in the order of its table of contents: those of the repository's Markdown, and those made from the code. */
export function collect(root: string): Part[] {
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

/** The index of decisions, with a page for each below it. */
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
