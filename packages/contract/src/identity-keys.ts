import { decodeLabel } from './punycode.ts';

// The keys by which usernames and e-mail addresses are compared. Domains follow UTS #46 without transitional
// processing, like URLs in browsers and Node: `URL` implements it in both.

/** The key of a username, the same for all its spellings: NFKC and lower case. */
export function foldIdentity(value: string): string {
  return value.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/**
 * A name as it was typed or pasted at sign-in, without surrounding spaces and without characters that have no shape,
 * which no username and no address contains. A space inside it stays, and belongs to no valid name.
 */
export function typedName(typed: string): string {
  return typed.replace(shapeless, '').trim();
}

/**
 * The key of an e-mail address or a username, the same for all its spellings: the domain in its ASCII form, the rest
 * folded. For comparing and counting names outside the store.
 */
export function identityKey(typed: string): string {
  const { local, domain } = partsOf(typedName(typed));
  return domain === undefined ? local : `${local}@${domainKey(domain)}`;
}

/**
 * The keys under which the store may have a username or an e-mail address, the typed spelling first. The store keeps
 * the domain of an address in the form that its user gave, Unicode or ASCII. Addresses of earlier versions may contain
 * letters that UTS #46 maps to others (`ᾳ` to `αι`).
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

/** The key of an address in the store. */
export const emailKey = (email: string): string => identityKeys(email)[0];

/** The domain of an address in its ASCII form; undefined if there is none. */
export function domainOf(address: string): string | undefined {
  const { domain } = partsOf(typedName(address));
  return domain === undefined ? undefined : domainKey(domain);
}

/** The ASCII form of a domain, the same for all its spellings. A domain without one is only folded. */
export function domainKey(domain: string): string {
  const folded = foldDomain(domain);
  return (isAscii(folded) ? folded : (asciiOf(folded) ?? folded)).replace(/\.$/, '');
}

/** Whether DNS can have a domain, given in its ASCII form (RFC 1035 section 2.3.4). */
export function isDomain(domain: string): boolean {
  const key = domainKey(domain);
  return key.length <= 253 && ldhDomain.test(key);
}

/** The form of an e-mail address for mail servers, which need not know Unicode domains (RFC 5890 section 2.3.2.1). */
export function emailForServers(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 0 || isAscii(email.slice(at)) ? email : `${email.slice(0, at)}@${domainKey(email.slice(at + 1))}`;
}

/** The Unicode form of a domain in its ASCII form; labels that cannot be decoded stay. */
export const unicodeOf = (ascii: string): string =>
  ascii
    .split('.')
    .map((label) => {
      const unicode = decodeLabel(label);
      return unicode !== undefined && asciiOf(unicode) === label ? unicode : label;
    })
    .join('.');

export const isAscii = (text: string): boolean => /^[\p{ASCII}]*$/u.test(text);

// One letter at a time, as UTS #46 does: it treats the last sigma of a word like any other, and letters that NFKC maps
// to final sigma become σ. Letters that NFKC maps to dots stay unchanged, and no domain contains them.
const foldDomain = (domain: string): string =>
  domain.replace(sigmas, 'σ').replace(undotted, (part) =>
    [...part.normalize('NFKC')]
      .map((letter) => letter.toLowerCase())
      .join('')
      .normalize('NFKC'),
  );

/** Undefined if it has none. */
function asciiOf(domain: string): string | undefined {
  // Characters that have another meaning in the host part of a URL, such as before a port.
  if (!/^[\p{L}\p{M}\p{N}\u3002.-]+$/u.test(domain)) return undefined;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}

/** The parts before and after the last @, of any width. */
function partsOf(name: string): { readonly local: string; readonly domain: string | undefined } {
  const at = name.search(/[@﹫＠][^@﹫＠]*$/);
  if (at < 0) return { local: foldIdentity(name), domain: undefined };
  return { local: foldIdentity(name.slice(0, at)), domain: name.slice(at + 1) };
}

const sigmas = /[ϲ𝛓𝜍𝝇𝞁𝞻]/gu;
const undotted = /[^․‥…⒈-⒛㏂㏇㏘︒︙︰﹒🄀]+/gu;
const shapeless = /\p{Default_Ignorable_Code_Point}/gu;
const ldhDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
