/**
 * Returns the Unicode form of a label that begins with `xn--` (RFC 3492 section 6.2), or undefined if it cannot be
 * decoded. Browsers and Node encode labels with `URL`, but only Node can decode them.
 */
export function decodeLabel(label: string): string | undefined {
  if (!label.startsWith('xn--') || label.length > longest) return undefined;
  const encoded = label.slice(4);
  const end = encoded.lastIndexOf('-');
  const points = [...encoded.slice(0, Math.max(end, 0))].map((letter) => letter.codePointAt(0) ?? 0);
  let code = 128;
  let place = 0;
  let bias = 72;
  for (let at = end + 1; at < encoded.length; ) {
    const before = place;
    let weight = 1;
    for (let k = 36; ; k += 36) {
      const digit = digits.indexOf(encoded[at++] ?? ' ');
      if (digit < 0) return undefined;
      place += digit * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const length = points.length + 1;
    bias = adapted(place - before, length, before === 0);
    code += Math.floor(place / length);
    place %= length;
    if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) return undefined;
    points.splice(place++, 0, code);
  }
  return String.fromCodePoint(...points);
}

function adapted(delta: number, length: number, first: boolean): number {
  let left = Math.floor(delta / (first ? 700 : 2));
  left += Math.floor(left / length);
  let k = 0;
  for (; left > 455; k += 36) left = Math.floor(left / 35);
  return k + Math.floor((36 * left) / (left + 38));
}

/** RFC 1035 section 2.3.4. The limit matters, because the decoding time is quadratic in the length. */
const longest = 63;
const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';
