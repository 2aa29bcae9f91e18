import { type Appearance, nearestReadable } from '@licet/contract';

/** The colour of buttons, on light and on dark backgrounds. */
export interface Accent {
  readonly light: string;
  readonly dark: string;
}

/** The organisation's accent on both backgrounds; undefined if Licet's own is used. */
export function accentOf({ accent, accentDark }: Pick<Appearance, 'accent' | 'accentDark'>): Accent | undefined {
  return accent === null ? undefined : { light: accent, dark: accentDark ?? nearestReadable(accent, 'dark') };
}

/** The address of the accent's style sheet. It contains the colours, so the content at an address never changes. */
export const accentAddress = ({ light, dark }: Accent): string =>
  `/appearance/accent-${light.slice(1)}-${dark.slice(1)}.css`;

/**
 * The style sheet of two colours. Text on them is white in light mode and nearly black in dark mode. This is readable: each colour has
 * enough contrast to the page's background, which is like that text colour.
 */
export function accentStyle({ light, dark }: Accent): string {
  const mixed = (share: number, other: string) => `color-mix(in oklab,var(--accent) ${share}%,${other})`;
  return `:root:root{--accent:light-dark(${light},${dark});--accent-fill:var(--accent);--accent-fill-2:${mixed(88, 'light-dark(#000,#fff)')};--on-accent:light-dark(#fff,#0e1014);--focus:var(--accent);--accent-soft:${mixed(10, 'var(--surface)')};--selected:var(--accent-soft);--accent-line:${mixed(40, 'var(--surface)')}}`;
}
