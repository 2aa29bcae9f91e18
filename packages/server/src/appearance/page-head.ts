import { type Appearance, nearestReadable, type Picture } from '@licet/contract';
import type { ShownAppearance } from '../store/appearance/appearance.ts';

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

/** Inserts the organisation's name, logo, colours and favicon into a page that users see before they sign in. */
export function withOrganisation(page: string, appearance: ShownAppearance): string {
  const { icon } = appearance;
  const accent = accentOf(appearance);
  const head = accent ? `<link rel="stylesheet" href="${accentAddress(accent)}">` : '';
  const own = withName(page, appearance).replace(headMark, () => head);
  return icon ? own.replace(ownIcon, `<link rel="icon" href="${icon.address}" type="${icon.type}" />`) : own;
}

const shown = (picture: Picture | null) =>
  picture && { src: picture.address, width: picture.width, height: picture.height };

/** Escapes a text for use between tags and in attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** The colour of buttons, on light and on dark backgrounds. */
export interface Accent {
  readonly light: string;
  readonly dark: string;
}

/** Returns the organisation's accent for both backgrounds; undefined if Licet's own is used. */
export function accentOf({ accent, accentDark }: Pick<Appearance, 'accent' | 'accentDark'>): Accent | undefined {
  return accent === null ? undefined : { light: accent, dark: accentDark ?? nearestReadable(accent, 'dark') };
}

/** The address of the accent's style sheet. It contains the colours, so the content at an address never changes. */
export const accentAddress = ({ light, dark }: Accent): string =>
  `/appearance/accent-${light.slice(1)}-${dark.slice(1)}.css`;

/**
 * Returns the style sheet for a pair of accent colours. Text on them is white in light mode and nearly black in dark
 * mode, like the page's background. It is readable because each colour has enough contrast to that background.
 */
export function accentStyle({ light, dark }: Accent): string {
  const mixed = (share: number, other: string) => `color-mix(in oklab,var(--accent) ${share}%,${other})`;
  return `:root:root{--accent:light-dark(${light},${dark});--accent-fill:var(--accent);--accent-fill-2:${mixed(88, 'light-dark(#000,#fff)')};--on-accent:light-dark(#fff,#0e1014);--focus:var(--accent);--accent-soft:${mixed(10, 'var(--surface)')};--selected:var(--accent-soft);--accent-line:${mixed(40, 'var(--surface)')}}`;
}
