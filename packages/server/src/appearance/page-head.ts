import type { Picture } from '@licet/contract';
import type { ShownAppearance } from '../store/appearance/appearance.ts';
import { accentAddress, accentOf } from './accent.ts';

/** The place in the head of a page. */
export const headMark = '<!--organisation-->';

/** The icon of a page, until the organisation has its own. */
export const ownIcon = '<link rel="icon" href="/licet.svg" type="image/svg+xml" />';

/** Adds name and logo to a page before it is sent: adding them later would move its content. */
export function withName(page: string, { organisation, logo, logoDark, icon }: ShownAppearance): string {
  const pictures = { logo: shown(logo ?? logoDark), logoDark: shown(logoDark ?? logo), icon: shown(icon) };
  const name = JSON.stringify({ name: organisation, ...pictures });
  // A function, because in a replacement text `$` has a special meaning.
  return page.replace(headMark, () => `<meta name="organisation" content="${escaped(name)}">${headMark}`);
}

/** The same, with the organisation's colours and its favicon: a page before the console. */
export function withOrganisation(page: string, appearance: ShownAppearance): string {
  const { icon } = appearance;
  const accent = accentOf(appearance);
  const head = accent ? `<link rel="stylesheet" href="${accentAddress(accent)}">` : '';
  const own = withName(page, appearance).replace(headMark, () => head);
  return icon ? own.replace(ownIcon, `<link rel="icon" href="${icon.address}" type="${icon.type}" />`) : own;
}

const shown = (picture: Picture | null) =>
  picture && { src: picture.address, width: picture.width, height: picture.height };

/** Text for use between tags and in attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
