import { sourceWords as words } from './words.ts';

/** The kinds of import files. */
export type ImportKind = 'permissions' | 'roles' | 'catalogue';

/** The likely kind of a file, and the reason in words. */
export interface KindGuess {
  kind: ImportKind;
  because: string;
}

const LINES_LOOKED_AT = 200;

/**
 * Guesses the kind of a file from its first lines.
 * @param knownRoles names of roles of the application: if the second column contains them, the file lists pairs of user
 * and role
 */
export function guessKind(content: string, knownRoles: ReadonlySet<string>): KindGuess {
  const start = content.slice(0, 4).replace(/^\uFEFF/, '') + content.slice(4, 400);
  if (/^\s*[[{]/.test(start)) return { kind: 'catalogue', because: words.likeJson };
  const lines = firstLines(content);
  const header = (lines[0] ?? '').toLowerCase();
  if (/\brole\b/.test(header)) return { kind: 'roles', because: words.saysRole };
  if (/\bpermission\b/.test(header)) return { kind: 'permissions', because: words.saysPermission };
  const seconds = lines.map(secondColumn).filter((name) => name !== '');
  const roles = seconds.filter((name) => knownRoles.has(name)).length;
  if (roles > 0 && roles * 2 >= seconds.length) return { kind: 'roles', because: words.namesRoles };
  return { kind: 'permissions', because: words.pairs };
}

/** The number of non-empty lines of a text. */
export function countLines(content: string): number {
  let count = 0;
  for (const match of content.matchAll(/[^\r\n]+/g)) if (match[0].trim() !== '') count += 1;
  return count;
}

function firstLines(content: string): string[] {
  const found: string[] = [];
  for (const match of content.matchAll(/[^\r\n]+/g)) {
    found.push(match[0]);
    if (found.length === LINES_LOOKED_AT) break;
  }
  return found;
}

function secondColumn(line: string): string {
  const parts = line.split((['\t', ',', ';'] as const).find((it) => line.includes(it)) ?? ',');
  return (parts[1] ?? '').trim().replace(/^"(.*)"$/, '$1');
}
