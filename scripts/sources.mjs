import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const skipped = new Set(['node_modules', '.packages', 'dist', 'coverage', 'test-results', 'playwright-report', '.git']);

/** Returns every file below a directory, as paths from `root` with forward slashes. */
export function filesBelow(root, directory = root) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(root, path);
    return entry.isFile() ? [relative(root, path).split(sep).join('/')] : [];
  });
}

export function read(root, path) {
  return readFileSync(join(root, path), 'utf8');
}

/** Returns the text with blanks in place of every comment, and of strings unless `keepStrings` is true. Line numbers stay the same. */
export function withoutComments(text, { keepStrings = true } = {}) {
  const pattern = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  return text.replace(pattern, (piece) => {
    const comment = piece.startsWith('//') || piece.startsWith('/*');
    return comment || !keepStrings ? piece.replace(/[^\n]/g, ' ') : piece;
  });
}

/**
 * Returns the imports of a module as `{ specifier, line, typeOnly, clause }`, including dynamic imports and re-exports. `clause` is the
 * text before `from`.
 */
export function importsOf(text) {
  const code = withoutComments(text);
  const found = [];
  const statement = /(?:^|[;\n}])\s*(?:import|export)\b(\s+type\b)?([^;'"`()=]*?\bfrom\s*|\s*)(['"])([^'"\n]+)\3/g;
  const dynamic = /\bimport\s*\(\s*(['"])([^'"\n]+)\1/g;
  const add = (match, quote, specifier, typeOnly, clause) => {
    const at = match.index + match[0].lastIndexOf(`${quote}${specifier}${quote}`);
    found.push({ specifier, line: code.slice(0, at).split('\n').length, typeOnly, clause });
  };
  for (const match of code.matchAll(statement)) add(match, match[3], match[4], match[1] !== undefined, match[2]);
  for (const match of code.matchAll(dynamic)) add(match, match[1], match[2], false, '*');
  return found;
}

/**
 * Returns the lines of literals that are spread into a literal of the same kind, or into an element: `{ ...{ a, b } }`, `[...[a, b]]`, `<p
 * {...{ role }} />`.
 */
export function spreadLiterals(text) {
  const code = withoutComments(text, { keepStrings: false });
  const open = [];
  const lines = [];
  for (const { 0: sign, index } of code.matchAll(/[()[\]{}]/g)) {
    if ('([{'.includes(sign)) {
      open.push({ sign, index, spread: code.slice(0, index).endsWith('...') });
      continue;
    }
    const { spread, ...literal } = open.pop() ?? {};
    const around = open.at(-1)?.sign ?? '';
    const sameKind = literal.sign === '{' ? around === '{' : literal.sign === '[' && '[('.includes(around);
    if (spread && sameKind && /^\s*[,)\]}]/.test(code.slice(index + 1)))
      lines.push(code.slice(0, literal.index).split('\n').length);
  }
  return lines;
}
