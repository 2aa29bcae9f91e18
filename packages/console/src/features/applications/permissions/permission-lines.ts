import { newPermission } from '@licet/contract';
import { reasons } from '../../../ui/reasons/shown.ts';
import { addWords as words } from './words.ts';

/** One typed line: a name and an optional title after a comma or a tab. */
export interface PermissionLine {
  line: number;
  name: string;
  title: string;
  /** As typed. */
  raw: string;
}

export interface LineError {
  line: number;
  detail: string;
}

/** Parses names, one a line, and checks each. Empty lines are ignored; a name may occur only once. */
export function readPermissionLines(text: string): { lines: PermissionLine[]; errors: LineError[] } {
  const lines: PermissionLine[] = [];
  const errors: LineError[] = [];
  const seen = new Map<string, number>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    if (raw.trim() === '') continue;
    const line = index + 1;
    const cut = raw.search(/[\t,]/);
    const name = (cut < 0 ? raw : raw.slice(0, cut)).trim();
    const title = cut < 0 ? '' : raw.slice(cut + 1).trim();
    const parsed = newPermission.safeParse({ name, title });
    const first = seen.get(name);
    const [issue] = parsed.error?.issues ?? [];
    if (issue) errors.push({ line, detail: reasons.ofIssue(issue) });
    else if (first !== undefined) errors.push({ line, detail: words.twice(name, first) });
    else lines.push({ line, name, title, raw });
    seen.set(name, first ?? line);
  }
  return { lines, errors };
}

/**
 * The first line that looks like a name and a title without a comma, and the same with one. A name may contain
 * spaces: it is only a question.
 */
export function commaMissing(lines: readonly PermissionLine[]): { name: string; meant: string } | undefined {
  for (const { name, title } of lines) {
    const [, first, rest] = /^(\S*[.:/_]\S*)\s+(\S.*)$/.exec(name) ?? [];
    if (title === '' && first !== undefined && rest !== undefined) return { name, meant: `${first}, ${rest}` };
  }
  return undefined;
}
