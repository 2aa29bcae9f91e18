import { createHash } from 'node:crypto';
import {
  applicationId,
  email as emailSchema,
  foldIdentity,
  licetApplication,
  limits,
  newUser,
  newUsername,
  permissionName,
  roleName,
} from '@licet/contract';

// The replacements of names that Licet does not accept. The same name gets the same replacement in a second import.

/**
 * Replaces `@` by `_` and blanks by dots. If the result is still not valid, returns `user-` with a hash of the name.
 */
export function usernameFor(name: string): string {
  const plain = shown(name).replaceAll('@', '_').replace(/\s+/gu, '.');
  return newUsername.safeParse(plain).success ? plain : `user-${digest(name)}`;
}

/**
 * Appends “(imported)” to a name that looks like `admin`. If the result is still not valid, returns `role-` with a hash
 * of the name.
 */
export function roleNameFor(name: string): string {
  const plain = shown(name);
  return [plain, `${plain} (imported)`].find((text) => roleName.safeParse(text).success) ?? `role-${digest(name)}`;
}

export function groupNameFor(name: string): string {
  const plain = shown(name);
  return permissionName.safeParse(plain).success ? plain : `group-${digest(name)}`;
}

/**
 * Returns an application identifier for a name: lower-case letters, digits and hyphens, starting with a letter. It is
 * never the identifier of Licet itself.
 */
export function applicationIdFor(name: string): string {
  const plain = foldIdentity(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '');
  const withLetter = (/^[a-z]/.test(plain) ? plain : `app-${plain}`).slice(0, 63).replace(/-+$/, '');
  if (withLetter === licetApplication) return `${licetApplication}-imported`;
  return plain !== '' && applicationId.safeParse(withLetter).success ? withLetter : `app-${digest(name)}`;
}

/** Joins the parts to a display name; undefined if the result is not a valid name. */
export function displayName(...parts: readonly unknown[]): string | undefined {
  const whole = shown(parts.filter((part): part is string => typeof part === 'string').join(' '));
  return newUser.shape.name.safeParse(whole).success ? whole : undefined;
}

/** A job title on one line; undefined if nothing readable is left of it, or it is too long. */
export function jobTitleFor(text: string): string | undefined {
  const plain = textFor(text.replace(/\s+/gu, ' '), limits.titleMax.value + 1);
  return newUser.shape.jobTitle.safeParse(plain).data ?? undefined;
}

/** A title or description, without characters that Licet does not accept. */
export function textFor(text: unknown, most: number): string {
  if (typeof text !== 'string' || /^\$\{.*\}$/.test(text)) return '';
  return [...text.toWellFormed().replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')].slice(0, most).join('').trim();
}

export const addressFor = (text: unknown): string | undefined => {
  const read = emailSchema.safeParse(typeof text === 'string' ? text.trim() : text);
  return read.success ? read.data : undefined;
};

const shown = (name: string) =>
  [
    ...name
      .toWellFormed()
      .replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]+/gu, '')
      .trim(),
  ]
    .slice(0, limits.nameMax.value - 11)
    .join('')
    .trim();
const digest = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 10);
