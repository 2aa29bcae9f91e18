import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An example in a document, or in a comment of a public package. */
export interface Example {
  /** The path of the file with the example, from the root of the repository. */
  readonly from: string;
  /** The line number of the example's first line in that file, starting at 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** Declarations that the surrounding text assumes. */
  readonly given: string;
  /** The name under which the reader saves the example. The files of a page import one another. */
  readonly file?: string;
}

const published = ['rule', 'client', 'react', 'api'];

/** Returns every example in the documents for users and in the comments of public packages. */
export function examplesIn(root: string): Example[] {
  const readmes = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`);
  const pages = below(root, 'docs', /\.md$/).filter((path) => !path.startsWith('docs/decisions/'));
  const documents = ['README.md', ...pages, ...readmes].filter((it) => existsSync(join(root, it)));
  const sources = published
    .flatMap((name) => below(root, `packages/${name}/src`, /\.tsx?$/))
    .filter((path) => !/\.test(-d)?\./.test(path));
  return [
    ...documents.flatMap((path) => fenced(path, readFileSync(join(root, path), 'utf8'))),
    ...sources
      .flatMap((path) => commented(path, readFileSync(join(root, path), 'utf8')))
      .map((example) => withImports(root, example)),
  ];
}

/**
 * Returns the code blocks of a document. Comments that readers do not see declare what a block assumes: `<!-- given: declare const
 * accessToken: string -->`. They also name the file to save the block to: `<!-- file: src/main.tsx -->`.
 */
export function fenced(from: string, text: string): Example[] {
  const block =
    /(?:<!-- file: (\S+) -->\n)?(?:<!--\s*given:\s*([\s\S]*?)-->\s*\n)?^( *)```(\w+)[^\n]*\n([\s\S]*?)^\3```/gm;
  return [...text.matchAll(block)].map((match) => {
    const [whole, file, given = '', indent = '', language = '', code = ''] = match;
    const start = match.index + whole.indexOf(code, whole.indexOf('```'));
    const plain = indent === '' ? code : code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return {
      from,
      line: lineAt(text, start),
      language,
      code: plain,
      given: given.replace(/\s+/g, ' '),
      ...(file && { file }),
    };
  });
}

export function commented(from: string, text: string): Example[] {
  return [...text.matchAll(/@example[^\n]*\n([\s\S]*?)(?=\n\s*\* @|\s*\*\/)/g)].flatMap((match) => {
    const body = match[1] ?? '';
    const first = lineAt(text, match.index) + 1;
    const code = `${body.replace(/^\s*\* ?/gm, '')}\n`;
    if (!code.includes('```')) return [{ from, line: first, language: 'tsx', code, given: '' }];
    return fenced(from, code).map((it) => ({ ...it, line: first + it.line - 1 }));
  });
}

/** Returns the example as a module with the same line numbers as in its file. */
export function moduleOf({ given, line, code }: Example): string {
  return `${'\n'.repeat(Math.max(0, line - 2))}${given};export {};\n${code}`;
}

/**
 * Adds assertions to an example. An assertion is a line `expression; // answer`, with one space before the comment and a literal in the
 * comment. Returns undefined if the example has no such lines.
 */
export function assertions({ code, given }: Example): string | undefined {
  const answer = /^(\S.*); \/\/ ((?:true|false|null|undefined|-?\d|['"[{]).*)$/gm;
  if (!answer.test(code)) return undefined;
  const body = code.replace(
    answer,
    (_, asked: string, expected: string) => `assert.deepEqual((${asked}), (${expected}));`,
  );
  return `import assert from 'node:assert/strict';\n${given}\n${body}`;
}

/** Returns the Licet commands in an example, each split into words. */
export function commandsIn({ code }: Example): string[][] {
  const calls = code.matchAll(/^\s*(?:\(umask 077; )?(?:[A-Z_]+=(?:'[^']*'|\S+) )*(?:\S+\/)?licet ([^\n#|>]+)/gm);
  return [...calls].map((match) => (match[1] ?? '').trim().split(/\s+/));
}

/** Returns the other commands of this repository that an example runs: scripts, steps of the tests, programs. */
export function ownCommandsIn({
  code,
}: Example): { readonly script?: string; readonly steps?: string; readonly file?: string }[] {
  return code.split('\n').flatMap((line) => {
    const [, run, known, rest = ''] = /^npm (?:run ([\w-]+)|(start|test)\b)(.*)$/.exec(line) ?? [];
    const [, file] = /^(?:npx )?node ([\w./-]+\.\w+)/.exec(line) ?? [];
    const [, steps] = /--only ([\w,]+)/.exec(rest) ?? [];
    const script = run ?? known;
    return [...(script ? [{ script, ...(steps && { steps }) }] : []), ...(file ? [{ file }] : [])];
  });
}

/** Adds imports of the package itself, because comments may omit them. */
function withImports(root: string, example: Example): Example {
  if (/^import /m.test(example.code)) return example;
  const occurs = (it: string) => new RegExp(`\\b${it.replace('type ', '')}\\b`).test(example.code);
  const [, name = ''] = example.from.split('/');
  const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
  const imports = Object.entries<string>(exports).flatMap(([entry, file]) => {
    const path = join(root, 'packages', name, file);
    const used = /\.tsx?$/.test(file) && existsSync(path) ? exportedBy(readFileSync(path, 'utf8')).filter(occurs) : [];
    return used.length > 0 ? [`import { ${used.join(', ')} } from '@licet/${name}${entry.slice(1)}';`] : [];
  });
  const assumed = commonplace.filter(([it]) => occurs(it) && !new RegExp(`\\b(const|let) ${it}\\b`).test(example.code));
  const declared = assumed.map(([it, type]) => `declare const ${it}: ${type};`).join(' ');
  return { ...example, given: `${example.given}${imports.join(' ')} ${declared}` };
}

function exportedBy(index: string): string[] {
  return [...index.matchAll(/export (type )?\{([^}]*)\}/g)].flatMap(([, type = '', list = '']) =>
    list
      .split(',')
      .map((it) => it.trim())
      .filter((it) => it !== '')
      .map((it) => (it.startsWith('type ') ? it : type + it)),
  );
}

/** Names that every comment may assume to exist in the application. */
const commonplace = [
  ['token', 'string | null'],
  ['session', '{ readonly accessToken: string } | null | undefined'],
] as const;

function below(root: string, folder: string, name: RegExp): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => name.test(path))
    .sort();
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;
