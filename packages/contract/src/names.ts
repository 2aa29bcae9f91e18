import * as z from 'zod';
import { adminRole, erasedName } from './fixed-names.ts';
import { domainKey, foldIdentity, isDomain } from './identity-keys.ts';
import { limits } from './limits.ts';
import { looksLikeAdmin, mixesScripts, mixesScriptsInAWord } from './look-alikes.ts';
import { says } from './reasons/says.ts';
import type { Subject } from './reasons/users.ts';
import { foldForSearch } from './searching.ts';

/** Returns the length of a text in code points, not in UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

// Checked before all other rules, because each of them reads the whole text at least once.
const isWithin = (text: string, max: number): boolean => text.length <= 2 * max && codePoints(text) <= max;
const tooLong = (what: Subject, most: number) => ({ error: says('text_too_long', { what, most }), abort: true });

/** Returns whether a text has any visible character. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

/**
 * A single-line text of 1 to `max` code points, without control characters, invisible characters, and spaces at its
 * ends.
 */
export function line(max: number, what: Subject) {
  return z
    .string()
    .refine((text) => text.length > 0, { error: says('text_missing', { what }), abort: true })
    .refine((text) => isWithin(text, max), tooLong(what, max))
    .refine((text) => !unsafe.test(text) && !invisible.test(text.replace(shaping, '')), {
      error: says('text_with_control', { what }),
    })
    .refine(isVisible, { error: says('text_without_visible', { what }) })
    .refine((text) => text.trim() === text, { error: says('text_with_outer_space', { what }) })
    .refine((text) => text.isWellFormed(), { error: says('text_with_half_character', { what }) })
    .refine((text) => !text.includes(unread), { error: says('text_with_unread_character', { what }) });
}

/** A text of several lines with up to `max` code points, possibly empty. Windows line ends (CR LF) become LF. */
export function text(max: number, what: Subject) {
  return z
    .string()
    .overwrite((value) => value.replace(/\r\n?/g, '\n'))
    .refine((value) => isWithin(value, max), tooLong(what, max))
    .refine((value) => !unsafeInText.test(value), { error: says('text_with_control_alone', { what }) })
    .refine((value) => value.isWellFormed(), { error: says('text_with_half_character', { what }) });
}

/**
 * The name of a permission: any single-line text. The case is kept, so that names of existing systems are valid
 * (`s3:GetObject`, `roles/owner`).
 */
export const permissionName = line(limits.nameMax.value, 'permission_name');

/** The name of a role. The rules are those of permission names, but look-alikes of `admin` are refused. */
export const roleName = line(limits.nameMax.value, 'role_name').refine((name) => !looksLikeAdmin(name), {
  error: says('role_name_like_admin', {}),
  params: { code: 'name_reserved' },
});

/**
 * The name of a new permission or role. Each word must have a single script, so that no letter looks like one of
 * another script.
 */
export const newPermissionName = ofOneScriptAWord(permissionName, 'permission_name');
export const newRoleName = ofOneScriptAWord(roleName, 'role_name');

/** Refuses names in which a word mixes scripts. */
export function ofOneScriptAWord(name: z.ZodString, what: Subject) {
  return name.refine((text) => !mixesScriptsInAWord(text), {
    error: says('text_mixes_scripts_in_a_word', { what }),
  });
}

/**
 * The identifier of an application. It appears in URLs, is the audience of the application's tokens, and never
 * changes.
 */
export const applicationId = z.string().regex(/^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/, {
  error: says('application_id_form', {}),
});

/**
 * A name with which a user signs in: a single line without white space or @. Usernames are unique regardless of case.
 */
export const username = line(limits.nameMax.value, 'username')
  .refine((name) => !/\s/u.test(foldIdentity(name)), { error: says('username_with_space', {}) })
  .refine((name) => !foldIdentity(name).includes('@'), { error: says('username_with_at', {}) })
  .refine((name) => !uuid.test(foldIdentity(name)), { error: says('username_like_id', {}) })
  .refine((name) => !invisible.test(name), { error: says('text_with_invisible', { what: 'username' }) });

/** The username of a new user. It must not look like another username. */
export const newUsername = username
  .refine((name) => name.toLowerCase() === adminRole || !looksLikeAdmin(name), {
    error: says('username_like_admin', {}),
  })
  .refine((name) => !mixesScripts(name), {
    error: says('text_mixes_scripts', { what: 'username' }),
  });

const emailForm =
  /^[^\s@"(),:;<>[\\\]]+@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)+$/u;
const notAnEmail = says('email_form', {});

/** An e-mail address: one @, no white space, and a host with dots but without a trailing dot. */
export const email = line(limits.emailMax.value, 'email')
  .regex(emailForm, { error: notAnEmail })
  .refine((address) => emailForm.test(foldIdentity(address)), { error: notAnEmail })
  .refine((address) => !invisible.test(address), {
    error: says('text_with_invisible', { what: 'email' }),
  });

/** A new e-mail address. Its domain must be valid in DNS. */
export const newEmail = email.refine((address) => isDomain(address.slice(address.lastIndexOf('@') + 1)), {
  error: notAnEmail,
});

/**
 * The domain of e-mail addresses, converted to ASCII. `bücher.example` and `xn--bcher-kva.example` are the same
 * domain.
 */
export const emailDomain = z
  .string()
  .max(253, { error: says('domain_too_long', { most: 253 }) })
  .trim()
  .overwrite((domain) => domainKey(domain))
  .refine(isDomain, { error: says('domain_form', {}) });

// Biome forbids literal control characters in regular expressions, so the ranges are named by property.
const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\uFEFF]/u;
// The replacement character for bytes that are not UTF-8. It is refused, because different names would otherwise become
// equal.
const unread = '\uFFFD';
const unsafeInText = /[^\P{Cc}\n\t]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;
const visible = /[^\p{Z}\p{C}\p{M}\s\p{Default_Ignorable_Code_Point}\u2800]/u;
// Invisible characters that change the shape of adjacent characters:
// - joiners inside words of joining scripts (Unicode Standard Annex 31, section 2.3)
// - joiners between emoji
// - the variation selector for emoji and keycaps
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

/** The name of a person. Names that resemble the placeholder of an erased person, in English or German, are refused. */
export function personName(what: Subject) {
  return line(limits.nameMax.value, what).refine((name) => !looksErased(name), {
    error: says('name_like_erased', { what }),
  });
}

// Refused anywhere in a name, because the console translates the placeholder wherever it occurs.
const reserved = [erasedName, 'Person (unkenntlich gemacht)'].map(foldForSearch);
/** Matches the reserved texts, even if letters are replaced by look-alikes of another script. */
const resembling = reserved.map(
  (name) => new RegExp(name.replace(/[()]/g, '\\$&').replace(/[a-z]/g, '[$&\\P{ASCII}]'), 'u'),
);

function looksErased(name: string): boolean {
  const folded = foldForSearch(name).replace(/\s+/gu, ' ');
  return (
    reserved.some((each) => folded.includes(each)) ||
    (mixesScripts(name) && resembling.some((each) => each.test(folded)))
  );
}
