// Distinguished names (RFC 4514), as far as needed to compare and write them.

/**
 * Normalises a distinguished name: two names become the same text if directories treat them as equal (RFC 4517 section 4.2.15, RFC 4518). Ignores case, spaces around
 * separators, the style of escapes, and the order of the values in one part (`cn=Maya+uid=m`).
 */
export function normalDn(dn: string): string {
  return split(dn, ',')
    .map((part) => split(part, '+').map(normalValue).sort().join('+'))
    .join(',');
}

/** Whether a DN is equal to another one, or below it. */
export function isWithinDn(dn: string, base: string): boolean {
  const [whole, end] = [normalDn(dn), normalDn(base)];
  return whole === end || whole.endsWith(`,${end}`);
}

/** Returns the value that names an entry among its siblings: the first one in the first part of its DN. */
export function nameIn(dn: string): string {
  const [first = ''] = split(split(dn, ',')[0] ?? '', '+');
  return unescaped(first.slice(first.indexOf('=') + 1)).trim();
}

/** Escapes a text for use as a value in a DN (RFC 4514 section 2.4). */
export const escapedForDn = (text: string): string =>
  text
    .replace(/[\\"+,;<>=]/g, '\\$&')
    .replaceAll('\0', '\\00')
    .replace(/^[ #]/, '\\$&')
    .replace(/ $/, '\\ ');

/** Splits at separators that are not escaped. */
function split(text: string, separator: ',' | '+'): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') piece += char + text.charAt(++at);
    else if (char === separator) {
      pieces.push(piece);
      piece = '';
    } else piece += char;
  }
  return [...pieces, piece];
}

function normalValue(typed: string): string {
  const at = typed.indexOf('=');
  // Spaces at the ends do not count, even escaped ones. Case folding makes `ς` and `σ` equal.
  const value = unescaped(typed.slice(at + 1))
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
    .replaceAll('ς', 'σ');
  return `${typed.slice(0, at).trim().toLowerCase()}=${escapedForDn(value)}`;
}

/** Removes escapes: two hexadecimal digits are a byte, and any other escaped character is literal. */
function unescaped(value: string): string {
  return value.replace(/(?:\\[0-9a-fA-F]{2})+|\\(.)/gsu, (found, char?: string) =>
    char === undefined ? Buffer.from(found.replaceAll('\\', ''), 'hex').toString('utf8') : char,
  );
}
