/** Returns code as HTML, with comments and keywords marked as in the console. Code in an unknown language is only escaped. */
export function highlight(code: string, language: string | undefined): string {
  const grammar = language === undefined ? undefined : grammars[language];
  if (grammar === undefined) return escaped(code);
  let out = '';
  let at = 0;
  for (const match of code.matchAll(grammar)) {
    const kind = match.groups?.comment !== undefined ? 'comment' : match.groups?.keyword !== undefined ? 'keyword' : '';
    out += escaped(code.slice(at, match.index));
    out += kind === '' ? escaped(match[0]) : `<span class="${kind}">${escaped(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return out + escaped(code.slice(at));
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// Matches strings first, so that a comment or keyword inside a string is not marked.
const script = grammar(
  ['`(?:\\\\.|[^`\\\\])*`', "'(?:\\\\.|[^'\\\\\\n])*'", '"(?:\\\\.|[^"\\\\\\n])*"'],
  ['\\/\\/[^\\n]*', '\\/\\*[\\s\\S]*?\\*\\/'],
  'as async await case catch class const declare default delete do else export extends false finally for from function global if implements import in instanceof interface let new null of readonly return satisfies switch this throw true try type typeof undefined void while yield',
);
const shell = grammar(
  ["'[^']*'", '"(?:\\\\.|[^"\\\\])*"', '(?<=\\S)#'],
  ['#[^\\n]*'],
  'case cd do done elif else esac exec export fi for function if in then until while',
);
const sql = new RegExp(
  grammar(
    ["'(?:''|[^'])*'", '"[^"]*"', '\\$\\$'],
    ['--[^\\n]*', '\\/\\*[\\s\\S]*?\\*\\/'],
    'add all alter and any as begin by case check column commit constraint create default delete desc distinct drop else enable end exists false for foreign from function grant group having if in index insert into is join key language left level limit not null on or order policy primary references replace returning returns revoke role row schema security select set stable table then to trigger true union unique update using values view when where with',
  ),
  'gi',
);
const settings = grammar(
  ["'[^'\\n]*'", '"[^"\\n]*"', '(?<=\\S)#'],
  ['^\\s*[#;][^\\n]*', '(?<=\\s)#[^\\n]*'],
  'true false null',
);
const json = grammar(['"(?:\\\\.|[^"\\\\\\n])*"(?!\\s*:)'], ['\\/\\/[^\\n]*'], 'true false null', [
  '"(?:\\\\.|[^"\\\\\\n])*"(?=\\s*:)',
]);

const grammars: Readonly<Record<string, RegExp>> = {
  ts: script,
  tsx: script,
  js: script,
  mjs: script,
  jsx: script,
  typescript: script,
  sh: shell,
  bash: shell,
  dockerfile: shell,
  yaml: settings,
  yml: settings,
  ini: settings,
  conf: settings,
  toml: settings,
  env: settings,
  service: settings,
  sql,
  json,
};

function grammar(strings: string[], comments: string[], keywords: string, more: string[] = []): RegExp {
  const words = `(?<![\\w.$-])(?:${keywords.replaceAll(' ', '|')})(?![\\w$-])`;
  return new RegExp(
    `${strings.join('|')}|(?<comment>${comments.join('|')})|(?<keyword>${[words, ...more].join('|')})`,
    'gm',
  );
}
