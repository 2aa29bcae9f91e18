import { domainKey, isAscii, unicodeOf } from './identity-keys.ts';
import { mixesScripts } from './look-alikes.ts';

/** Returns a domain as it is shown to users: in Unicode, unless its letters look like others. */
export function shownDomain(domain: string): string {
  const ascii = domainKey(domain);
  if (!ascii.includes('xn--')) return isAscii(domain) ? domain : ascii;
  return ascii
    .split('.')
    .map((label) => {
      const unicode = unicodeOf(label);
      return isDeceptive(unicode) ? label : unicode;
    })
    .join('.');
}

/** Returns an e-mail address as it is shown to users. Other text stays unchanged. */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (at < 0 || (isAscii(domain) && !/xn--/i.test(domain))) return email;
  return `${email.slice(0, at)}@${shownDomain(domain)}`;
}

/**
 * Returns whether a label can be mistaken for another one. This is the case if it mixes scripts, contains invisible
 * characters, or has only letters that look like Latin letters.
 */
function isDeceptive(label: string): boolean {
  if (isAscii(label)) return false;
  if (unclear.test(label) || mixesScripts(label)) return true;
  return isAscii(label.replace(alike, ''));
}

// Letters that look like Latin letters. Migration 0104 has the same list.
const alike = /[авекмнорстухѕіјԁԛԝһӏѵαβεζηικμνορτυχςıɑɡ]/gu;
/** Combining accents on Latin letters, as in i\u0307, and invisible characters. */
const unclear = /\p{Default_Ignorable_Code_Point}|\p{Script=Latin}\p{M}/u;
