import { type Appearance, type Ground, nearestReadable, type PictureUse } from '@licet/contract';

/** The form values: colours as text; pictures as their address, or as the chosen file in a `data:` URL. */
export type AppearanceValues = Readonly<Record<'accent' | 'accentDark' | PictureUse, string>>;

/** Licet's own colour, as in `ui/tokens.css`. */
export const ownAccent: Readonly<Record<Ground, string>> = { light: '#2e49b6', dark: '#9cb7fd' };

export const valuesOf = ({ accent, accentDark, logo, logoDark, icon }: Appearance): AppearanceValues => ({
  accent: accent ?? '',
  accentDark: accentDark ?? '',
  logo: logo?.address ?? '',
  logoDark: logoDark?.address ?? '',
  icon: icon?.address ?? '',
});

/** The request body. Leaves unchanged pictures out, so they are not sent again. */
export const entryOf = ({ accent, accentDark, logo, logoDark, icon }: AppearanceValues) => ({
  accent: colourIn(accent),
  accentDark: colourIn(accent) === null ? null : colourIn(accentDark),
  logo: pictureIn(logo),
  logoDark: pictureIn(logoDark),
  icon: pictureIn(icon),
});

/** The colour in a typed text, with or without `#`, in upper or lower case; null if the text is empty. */
export const colourIn = (typed: string): string | null =>
  typed.trim() === '' ? null : `#${typed.trim().toLowerCase().replace(/^#/, '')}`;

export const isColour = (colour: string | null): colour is string => colour !== null && /^#[0-9a-f]{6}$/.test(colour);

/** Returns the colour that users see on a light or dark background: the chosen colour, or the nearest readable one. */
export function shownColour({ accent, accentDark }: AppearanceValues, ground: Ground): string {
  const [light, dark] = [colourIn(accent), colourIn(accentDark)];
  if (!isColour(light)) return ownAccent[ground];
  return nearestReadable(ground === 'dark' && isColour(dark) ? dark : light, ground);
}

function pictureIn(value: string): string | null | undefined {
  if (value === '') return null;
  return value.startsWith('data:') ? value.slice(value.indexOf(',') + 1) : undefined;
}
