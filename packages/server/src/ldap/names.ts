// Distinguished names (RFC 4514), as far as comparing and writing them takes.

/** The same for names that differ only in case, blanks around separators, and how characters are escaped. */
export function normalDn(dn: string): string {
  return partsOf(dn).map(normalPart).join(',');
}

/** Whether an entry is the one that is named, or stands below it. */
export function isWithinDn(dn: string, base: string): boolean {
  const [whole, end] = [normalDn(dn), normalDn(base)];
  return whole === end || whole.endsWith(`,${end}`);
}

/** What an entry is called among its neighbours: the value of its first part. */
export function nameIn(dn: string): string {
  const [first = ''] = partsOf(dn);
  const at = first.indexOf('=');
  return unescaped(first.slice(at + 1).trim());
}

/** A text as a value in a name (RFC 4514 section 2.4). */
export const escapedForDn = (text: string): string =>
  text
    .replace(/[\\"+,;<>=]/g, '\\$&')
    .replaceAll('\0', '\\00')
    .replace(/^[ #]/, '\\$&')
    .replace(/ $/, '\\ ');

function partsOf(dn: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < dn.length; at++) {
    const char = dn.charAt(at);
    if (char === '\\') part += char + dn.charAt(++at);
    else if (char === ',') parts.push(part.trim());
    if (char === ',') part = '';
    else if (char !== '\\') part += char;
  }
  return [...parts, part.trim()];
}

function normalPart(part: string): string {
  const at = part.indexOf('=');
  const value = unescaped(part.slice(at + 1).trim())
    .replace(/\s+/gu, ' ')
    .toLowerCase();
  return `${part.slice(0, at).trim().toLowerCase()}=${escapedForDn(value)}`;
}

/** Bytes are written in hexadecimal, anything else as it is. */
function unescaped(value: string): string {
  return value.replace(/(?:\\[0-9a-fA-F]{2})+|\\(.)/gsu, (found, char?: string) =>
    char === undefined ? Buffer.from(found.replaceAll('\\', ''), 'hex').toString('utf8') : char,
  );
}
