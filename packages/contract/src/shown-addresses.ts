import { domainKey, isAscii, unicodeOf } from './identity-keys.ts';
import { mixesScripts } from './look-alikes.ts';

/** The form of a domain for people: Unicode, unless letters of it could be taken for others. */
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

/** The form of an e-mail address for people. What is no address stays. */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (at < 0 || (isAscii(domain) && !/xn--/i.test(domain))) return email;
  return `${email.slice(0, at)}@${shownDomain(domain)}`;
}

/** Whether a label could be taken for another one: letters that look like Latin ones alone, of several scripts, or without a shape. */
function isDeceptive(label: string): boolean {
  if (isAscii(label)) return false;
  if (unclear.test(label) || mixesScripts(label)) return true;
  return isAscii(label.replace(alike, ''));
}

// Those of migration 0104.
const alike = /[авекмнорстухѕіјԁԛԝһӏѵαβεζηικμνορτυχςıɑɡ]/gu;
/** An accent that no letter was made for, as in i\u0307, and characters that have no shape. */
const unclear = /\p{Default_Ignorable_Code_Point}|\p{Script=Latin}\p{M}/u;
