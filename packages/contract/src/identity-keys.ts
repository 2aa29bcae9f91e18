// Usernames and e-mail addresses are compared by keys. Domains follow UTS #46 without transitional processing, as in
// URLs. Browsers and Node implement this in `URL`.

/** Returns the key of a username: NFKC in lower case. All spellings of a username have the same key. */
export function foldIdentity(value: string): string {
  return value.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/**
 * Returns a typed or pasted name without surrounding spaces and invisible characters. Spaces inside the name are kept.
 */
export function typedName(typed: string): string {
  return typed.replace(shapeless, '').trim();
}

/**
 * Returns the key of an e-mail address or a username. All spellings have the same key: the domain is in ASCII form,
 * and the rest is folded. Use this key to compare and count names outside the store.
 */
export function identityKey(typed: string): string {
  const { local, domain } = partsOf(typedName(typed));
  return domain === undefined ? local : `${local}@${domainKey(domain)}`;
}

/**
 * Returns the keys by which to look up a username or an e-mail address in the store, the typed spelling first. There
 * can be several:
 * - The store keeps a domain as its user entered it, in Unicode or in ASCII.
 * - Addresses from earlier versions may contain letters that UTS #46 maps to others (`ᾳ` to `αι`).
 */
export function identityKeys(typed: string): readonly [string, ...string[]] {
  const { local, domain } = partsOf(typedName(typed));
  if (domain === undefined) return [local];
  const ascii = domainKey(domain);
  const unicode = unicodeOf(ascii);
  const folded = foldDomain(domain).replace(/\.$/, '');
  const typedForm = folded.includes('xn--') || isAscii(folded) ? ascii : unicode;
  const others = new Set([ascii, unicode, ...(folded.includes('xn--') ? [] : [folded])]);
  others.delete(typedForm);
  return [`${local}@${typedForm}`, ...[...others].map((form) => `${local}@${form}`)];
}

/** Returns the key of an address in the store. */
export const emailKey = (email: string): string => identityKeys(email)[0];

/** Returns the domain of an address in ASCII form, or undefined if there is none. */
export function domainOf(address: string): string | undefined {
  const { domain } = partsOf(typedName(address));
  return domain === undefined ? undefined : domainKey(domain);
}

/**
 * Returns the ASCII form of a domain, the same for all its spellings. A domain without an ASCII form is only folded.
 */
export function domainKey(domain: string): string {
  const folded = foldDomain(domain);
  return (isAscii(folded) ? folded : (asciiOf(folded) ?? folded)).replace(/\.$/, '');
}

/** Returns whether a domain in ASCII form is valid in DNS (RFC 1035 section 2.3.4). */
export function isDomain(domain: string): boolean {
  const key = domainKey(domain);
  return key.length <= 253 && ldhDomain.test(key);
}

/**
 * Returns an e-mail address for mail servers, with its domain in ASCII form. Mail servers may not support Unicode
 * domains (RFC 5890 section 2.3.2.1).
 */
export function emailForServers(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 0 || isAscii(email.slice(at)) ? email : `${email.slice(0, at)}@${domainKey(email.slice(at + 1))}`;
}

/** Returns the Unicode form of a domain in ASCII form. Labels that cannot be decoded stay unchanged. */
export const unicodeOf = (ascii: string): string =>
  ascii
    .split('.')
    .map((label) => {
      const unicode = decodeLabel(label);
      return unicode !== undefined && asciiOf(unicode) === label ? unicode : label;
    })
    .join('.');

export const isAscii = (text: string): boolean => /^[\p{ASCII}]*$/u.test(text);

// Folds each letter separately, as UTS #46 does. Otherwise, `toLowerCase` would change a sigma at the end of a word.
// Letters that NFKC maps to dots stay unchanged, because a label contains no dots.
const foldDomain = (domain: string): string =>
  domain.replace(sigmas, 'σ').replace(undotted, (part) =>
    [...part.normalize('NFKC')]
      .map((letter) => letter.toLowerCase())
      .join('')
      .normalize('NFKC'),
  );

/** Returns undefined if the domain has no ASCII form. */
function asciiOf(domain: string): string | undefined {
  // Refuse other characters, because some have a special meaning in the host of a URL, such as the colon before a port.
  if (!/^[\p{L}\p{M}\p{N}\u3002.-]+$/u.test(domain)) return undefined;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}

/** Returns the parts before and after the last @. Full-width variants of @ count as well. */
function partsOf(name: string): { readonly local: string; readonly domain: string | undefined } {
  const at = name.search(/[@﹫＠][^@﹫＠]*$/);
  if (at < 0) return { local: foldIdentity(name), domain: undefined };
  return { local: foldIdentity(name.slice(0, at)), domain: name.slice(at + 1) };
}

const sigmas = /[ϲ𝛓𝜍𝝇𝞁𝞻]/gu;
const undotted = /[^․‥…⒈-⒛㏂㏇㏘︒︙︰﹒🄀]+/gu;
const shapeless = /\p{Default_Ignorable_Code_Point}/gu;
const ldhDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Returns the Unicode form of a label that begins with `xn--` (RFC 3492 section 6.2), or undefined if it cannot be
 * decoded. Browsers and Node encode labels with `URL`, but only Node can decode them.
 */
function decodeLabel(label: string): string | undefined {
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
