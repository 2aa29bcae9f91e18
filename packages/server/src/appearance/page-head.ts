import type { Picture } from '@licet/contract';
import type { ShownAppearance } from '../store/appearance/appearance.ts';
import { accentAddress, accentOf } from './accent.ts';

/** Where it goes in the head of a page. */
export const headMark = '<!--organisation-->';

/** The icon of a page, until the organisation has its own. */
export const ownIcon = '<link rel="icon" href="/licet.svg" type="image/svg+xml" />';

/** Puts the organisation into a page before it is sent: what comes later would make it jump. */
export function withOrganisation(page: string, appearance: ShownAppearance): string {
  const { organisation, logo, logoDark, icon } = appearance;
  const accent = accentOf(appearance);
  const told = JSON.stringify({ name: organisation, logo: shown(logo ?? logoDark), logoDark: shown(logoDark ?? logo) });
  const head = [
    `<meta name="organisation" content="${escaped(told)}">`,
    ...(accent ? [`<link rel="stylesheet" href="${accentAddress(accent)}">`] : []),
  ].join('\n');
  // A function, for in a text a dollar sign would be read as more than itself.
  const own = page.replace(headMark, () => head);
  return icon ? own.replace(ownIcon, `<link rel="icon" href="${icon.address}" type="${icon.type}" />`) : own;
}

const shown = (picture: Picture | null) =>
  picture && { src: picture.address, width: picture.width, height: picture.height };

/** Text as it may stand between tags and in attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
