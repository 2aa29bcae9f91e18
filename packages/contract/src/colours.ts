// The contrast of text follows WCAG 2.2. Lightness follows OKLCH (CSS Color Module Level 4 section 9).

/** The minimum contrast of text (WCAG 2.2 success criterion 1.4.3). */
export const readableContrast = 4.5;

/**
 * The backgrounds of the sign-in pages on which text has the lowest contrast: `--ground` in the light theme, `--raised`
 * in the dark theme.
 */
export const grounds = { light: '#f4f6f8', dark: '#1f2227' } as const;
export type Ground = keyof typeof grounds;

/** Returns the contrast of two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns whether text of this colour has enough contrast on that background. */
export const isReadable = (colour: string, ground: Ground): boolean =>
  contrastOf(colour, grounds[ground]) >= readableContrast;

/**
 * Returns the colour if it is readable, otherwise the nearest readable colour of the same hue. This colour is darker
 * on the light background, and lighter on the dark one.
 *
 * @example
 * nearestReadable('#ffcc00', 'light'); // '#8a6d05'
 */
export function nearestReadable(colour: string, ground: Ground): string {
  if (isReadable(colour, ground)) return colour;
  const [lightness, chroma, hue] = oklchOf(colour);
  let unreadable = lightness;
  let readable = ground === 'light' ? 0 : 1;
  for (let step = 0; step < 24; step += 1) {
    const middle = (unreadable + readable) / 2;
    if (isReadable(hexOf(middle, chroma, hue), ground)) readable = middle;
    else unreadable = middle;
  }
  return hexOf(readable, chroma, hue);
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Three = readonly [number, number, number];

function linearOf(colour: string): Three {
  const part = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** Returns the lightness, the chroma, and the hue in radians. */
function oklchOf(colour: string): Three {
  const [red, green, blue] = linearOf(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  const lightness = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  return [lightness, Math.hypot(a, b), Math.atan2(b, a)];
}

/** Returns the colour in sRGB. If it is too saturated for sRGB, the saturation is reduced. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  let strength = chroma;
  let rgb = linearFrom(lightness, strength, hue);
  while (strength > 0 && rgb.some((part) => part < -0.0005 || part > 1.0005)) {
    strength = strength < 0.002 ? 0 : strength - 0.002;
    rgb = linearFrom(lightness, strength, hue);
  }
  return `#${rgb.map(byteOf).join('')}`;
}

function linearFrom(lightness: number, chroma: number, hue: number): Three {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

function byteOf(linear: number): string {
  const bounded = Math.min(1, Math.max(0, linear));
  const value = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055;
  return Math.round(value * 255)
    .toString(16)
    .padStart(2, '0');
}
