import { decodeLabel } from './punycode.ts';

// The keys by which usernames and e-mail addresses are compared. Domains follow UTS #46 without transitional processing, as URLs of
// browsers and Node do: `URL` is that implementation in both.

/** The key under which two spellings of a username are one: NFKC and lower case. */
export function foldIdentity(value: string): string {
  return value.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/**
 * A name as it was typed or pasted at sign-in, without spaces around it and characters that have no shape: no username and no address
 * has any. A space inside it stays, and is part of nobody's name.
 */
export function typedName(typed: string): string {
  return typed.replace(shapeless, '').trim();
}

/**
 * The key under which two spellings of an e-mail address or a username are one, however it was typed: the domain in its ASCII form, all
 * else folded. For whatever compares or counts names outside the store.
 */
export function identityKey(typed: string): string {
  const { local, domain } = partsOf(typedName(typed));
  return domain === undefined ? local : `${local}@${domainKey(domain)}`;
}

/**
 * The keys under which the store may have a username or an e-mail address, the typed spelling first. An address is stored with its domain in the
 * form that its user gave, Unicode or ASCII. Addresses of earlier versions may hold letters that UTS #46 maps to others (`ᾳ` to `αι`).
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

/** The key that the store has of an address. */
export const emailKey = (email: string): string => identityKeys(email)[0];

/** The domain of an address in its ASCII form; undefined when there is none. */
export function domainOf(address: string): string | undefined {
  const { domain } = partsOf(typedName(address));
  return domain === undefined ? undefined : domainKey(domain);
}

/** The ASCII form of a domain, by which two spellings are compared. A domain that has none is only folded. */
export function domainKey(domain: string): string {
  const folded = foldDomain(domain);
  return (isAscii(folded) ? folded : (asciiOf(folded) ?? folded)).replace(/\.$/, '');
}

/** Whether a domain is one that DNS can have, once it is in its ASCII form (RFC 1035 section 2.3.4). */
export function isDomain(domain: string): boolean {
  const key = domainKey(domain);
  return key.length <= 253 && ldhDomain.test(key);
}

/** The form of an e-mail address for mail servers, which need not know Unicode domains (RFC 5890 section 2.3.2.1). */
export function emailForServers(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 0 || isAscii(email.slice(at)) ? email : `${email.slice(0, at)}@${domainKey(email.slice(at + 1))}`;
}

/** The Unicode form of a domain in its ASCII form; labels that stand for nothing stay. */
export const unicodeOf = (ascii: string): string =>
  ascii
    .split('.')
    .map((label) => {
      const unicode = decodeLabel(label);
      return unicode !== undefined && asciiOf(unicode) === label ? unicode : label;
    })
    .join('.');

export const isAscii = (text: string): boolean => /^[\p{ASCII}]*$/u.test(text);

// A letter at a time, as UTS #46 does: the last sigma of a word is no other letter for it, and what NFKC takes for that sigma is σ.
// Letters that NFKC takes for dots stay as they are, and no domain has them.
const foldDomain = (domain: string): string =>
  domain.replace(sigmas, 'σ').replace(undotted, (part) =>
    [...part.normalize('NFKC')]
      .map((letter) => letter.toLowerCase())
      .join('')
      .normalize('NFKC'),
  );

/** Undefined when it has none. */
function asciiOf(domain: string): string | undefined {
  // Whatever else has a meaning in the place of a URL where a host stands, such as a port.
  if (!/^[\p{L}\p{M}\p{N}\u3002.-]+$/u.test(domain)) return undefined;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}

/** What stands before and after the last @, of any width. */
function partsOf(name: string): { readonly local: string; readonly domain: string | undefined } {
  const at = name.search(/[@﹫＠][^@﹫＠]*$/);
  if (at < 0) return { local: foldIdentity(name), domain: undefined };
  return { local: foldIdentity(name.slice(0, at)), domain: name.slice(at + 1) };
}

const sigmas = /[ϲ𝛓𝜍𝝇𝞁𝞻]/gu;
const undotted = /[^․‥…⒈-⒛㏂㏇㏘︒︙︰﹒🄀]+/gu;
const shapeless = /\p{Default_Ignorable_Code_Point}/gu;
const ldhDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
