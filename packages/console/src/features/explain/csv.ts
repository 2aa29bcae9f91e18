import type { AccessPath, Holder } from '@licet/contract';

/** Lines of CSV (RFC 4180): every cell in quotes, lines ended by CR LF. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** What the file says of one holder: who, by which path, since when, until when, and how many ways there are. */
export function holderCells({ user, paths, pathCount, admin }: Holder): string[] {
  const [first] = paths;
  return [
    user.detail ?? '',
    user.name,
    user.id,
    first ? pathText(first) : admin ? 'admin' : '',
    first?.starts ?? '',
    first?.ends ?? '',
    String(pathCount),
  ];
}

/** "Finance leads > controller > approver". */
function pathText({ groups, roles, admin }: AccessPath): string {
  const stations = [...groups, ...roles].map(({ name }) => name);
  if (roles.length === 0) stations.push(admin ? 'admin' : 'granted alone');
  return stations.join(' > ');
}

/** Spreadsheets run what begins like a formula, even in quotes: such a name gets an apostrophe before it. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
