import type { Picture } from '@licet/contract';
import type { ShownAppearance } from '../store/appearance/appearance.ts';
import { accentAddress, accentOf } from './accent.ts';

/** The place in a page's head where the organisation's data is inserted. */
export const headMark = '<!--organisation-->';

/** The icon of a page while the organisation has none. */
export const ownIcon = '<link rel="icon" href="/licet.svg" type="image/svg+xml" />';

/** Inserts name and logo into a page before it is sent. If the page loaded them later, its content would move. */
export function withName(page: string, { organisation, logo, logoDark, icon }: ShownAppearance): string {
  const pictures = { logo: shown(logo ?? logoDark), logoDark: shown(logoDark ?? logo), icon: shown(icon) };
  const name = JSON.stringify({ name: organisation, ...pictures });
  // Uses a function, because `$` has a special meaning in a replacement text.
  return page.replace(headMark, () => `<meta name="organisation" content="${escaped(name)}">${headMark}`);
}

/** The same, with the organisation's colours and favicon, for pages that users see before they sign in. */
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
