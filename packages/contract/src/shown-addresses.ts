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
 * Returns whether a label looks like another one, because all its letters look like Latin letters, mix scripts, or
 * are invisible.
 */
function isDeceptive(label: string): boolean {
  if (isAscii(label)) return false;
  if (unclear.test(label) || mixesScripts(label)) return true;
  return isAscii(label.replace(alike, ''));
}

// The same letters as in migration 0104.
const alike = /[авекмнорстухѕіјԁԛԝһӏѵαβεζηικμνορτυχςıɑɡ]/gu;
/** Accents that are not part of the letter, as in i\u0307, and invisible characters. */
const unclear = /\p{Default_Ignorable_Code_Point}|\p{Script=Latin}\p{M}/u;
