import * as z from 'zod';
import { domainKey, foldIdentity, isDomain } from './identity-keys.ts';
import { limits } from './limits.ts';
import { looksLikeAdmin, mixesScripts, mixesScriptsInAWord } from './look-alikes.ts';

/** The role that implies every permission; every application has it. */
export const adminRole = 'admin';

/** The identifier of Licet's own application: the audience of the console's tokens. */
export const licetApplication = 'licet';

/** Length of a text as people count it: in code points, not UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

// Nothing else is looked at in a text that is too long: what looks goes through all of it, and some of it more than once.
const isWithin = (text: string, max: number): boolean => text.length <= 2 * max && codePoints(text) <= max;
const tooLong = (what: string, max: number) => ({
  error: `${what} is longer than ${max} characters. Shorten it.`,
  abort: true,
});

/** Whether a text shows anything: neither empty nor only blanks and characters without a shape. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

/** A text of one line: trimmed by its author, without control or invisible characters, 1 to `max` code points. */
export function line(max: number, what: string) {
  return z
    .string()
    .refine((text) => text.length > 0, { error: `${what} is missing. Enter at least one character.`, abort: true })
    .refine((text) => isWithin(text, max), tooLong(what, max))
    .refine((text) => !unsafe.test(text) && !invisible.test(text.replace(shaping, '')), {
      error: `${what} holds control or invisible characters. Remove them.`,
    })
    .refine(isVisible, { error: `${what} holds nothing that can be seen. Enter at least one character.` })
    .refine((text) => text.trim() === text, { error: `${what} begins or ends with a space. Remove it.` })
    .refine((text) => text.isWellFormed(), { error: `${what} holds half a character. Type it again.` })
    .refine((text) => !text.includes(unread), {
      error: `${what} holds a character that could not be read. Type it again, or save the file as UTF-8.`,
    });
}

/** A text of several lines, possibly empty, up to `max` code points. Lines that Windows ended (CR LF) end by LF. */
export function text(max: number, what: string) {
  return z
    .string()
    .overwrite((value) => value.replace(/\r\n?/g, '\n'))
    .refine((value) => isWithin(value, max), tooLong(what, max))
    .refine((value) => !unsafeInText.test(value), { error: `${what} holds control characters. Remove them.` })
    .refine((value) => value.isWellFormed(), { error: `${what} holds half a character. Type it again.` });
}

/** The name of a permission: any text of one line, case kept, as real systems write them (`s3:GetObject`, `roles/owner`). */
export const permissionName = line(limits.nameMax.value, 'The permission name');

/** The name of a role: like a permission's, and never a look-alike of `admin`. */
export const roleName = line(limits.nameMax.value, 'The role name').refine((name) => !looksLikeAdmin(name), {
  error: 'The role name could be taken for “admin”, which implies every permission. Choose another.',
  params: { code: 'name_reserved' },
});

/** The same of a name to be given: none in which a letter stands for one of another script. */
export const newPermissionName = ofOneScriptAWord(permissionName, 'The permission name');
export const newRoleName = ofOneScriptAWord(roleName, 'The role name');

/** A name in which every word is of one script. */
export function ofOneScriptAWord(name: z.ZodString, what: string) {
  return name.refine((text) => !mixesScriptsInAWord(text), {
    error: `${what} mixes letters of several scripts in a word, so that one may stand for another. Use those of one.`,
  });
}

/** The identifier of an application: stands in addresses and is the audience of its tokens. Never changes. */
export const applicationId = z.string().regex(/^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/, {
  error:
    'The identifier is 1 to 63 lower-case letters, digits and hyphens, begins with a letter and does not end with a hyphen.',
});

/** A name to sign in with: one line without white space or @, unique whatever its case. */
export const username = line(limits.nameMax.value, 'The username')
  .refine((name) => !/\s/u.test(foldIdentity(name)), { error: 'The username holds a space. Remove it.' })
  .refine((name) => !foldIdentity(name).includes('@'), {
    error: 'The username holds an @. Put the address into “E-mail”.',
  })
  .refine((name) => !uuid.test(foldIdentity(name)), { error: 'The username has the form of an id. Choose another.' })
  .refine((name) => !invisible.test(name), { error: 'The username holds invisible characters. Remove them.' });

/** A username to be given: none that could be taken for another's. */
export const newUsername = username
  .refine((name) => name.toLowerCase() === adminRole || !looksLikeAdmin(name), {
    error: 'The username could be taken for “admin”. Choose another.',
  })
  .refine((name) => !mixesScripts(name), {
    error: 'The username mixes letters of several scripts, so that one may stand for another. Use those of one.',
  });

const emailForm =
  /^[^\s@"(),:;<>[\\\]]+@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)+$/u;
const notAnEmail = 'That is not an e-mail address. It looks like name@example.org.';

/** An e-mail address: one @, no white space, a dot-separated host without a trailing dot. */
export const email = line(limits.emailMax.value, 'The e-mail address')
  .regex(emailForm, { error: notAnEmail })
  .refine((address) => emailForm.test(foldIdentity(address)), { error: notAnEmail })
  .refine((address) => !invisible.test(address), {
    error: 'The e-mail address holds invisible characters. Remove them.',
  });

/** An address to be given: at a domain that DNS can have. */
export const newEmail = email.refine((address) => isDomain(address.slice(address.lastIndexOf('@') + 1)), {
  error: notAnEmail,
});

/** The domain of e-mail addresses, in its ASCII form: `bücher.example` and `xn--bcher-kva.example` are one. */
export const emailDomain = z
  .string()
  .max(253, { error: 'A domain has at most 253 characters.' })
  .trim()
  .overwrite((domain) => domainKey(domain))
  .refine(isDomain, { error: 'That is not the domain of an e-mail address. It looks like example.org.' });

// biome's regex rules allow no literal control characters: the ranges are named by property.
const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\uFEFF]/u;
// What was not UTF-8 is read as U+FFFD: two names that differ only there would become one.
const unread = '\uFFFD';
const unsafeInText = /[^\P{Cc}\n\t]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;
const visible = /[^\p{Z}\p{C}\p{M}\s\p{Default_Ignorable_Code_Point}\u2800]/u;
// What changes the shape of what stands beside it: joiners inside words of scripts that join (Unicode Standard Annex 31, section
// 2.3), joiners between pictures, and the selector that makes a picture or a keycap of the character before it.
const joining =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}' +
  '\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}';
const letter = `(?=[\\p{L}\\p{M}])[${joining}]`;
const picture = '\\p{Extended_Pictographic}';
const shaping = new RegExp(
  [
    `(?<=${letter})[\\u200C\\u200D](?=${letter})`,
    `(?<=[${picture}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=${picture})`,
    `(?<=${picture})\\uFE0F`,
    '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
  ].join('|'),
  'gu',
);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
