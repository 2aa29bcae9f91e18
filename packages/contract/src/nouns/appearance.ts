import * as z from 'zod';
import { call, permission } from '../call.ts';
import { contrastOf, type Ground, grounds, isReadable, nearestReadable, readableContrast } from '../colours.ts';
import { limits } from '../limits.ts';
import { says, saysTyped } from '../reasons/says.ts';
import { version } from './common.ts';

/** Pictures contain only pixels: an SVG is a document, which can run scripts and load resources. */
export const pictureType = z.enum(['image/png', 'image/webp']);
export type PictureType = z.infer<typeof pictureType>;

/** A picture as shown. Its address contains its hash, so its content never changes. */
export const picture = z.strictObject({
  address: z.string(),
  type: pictureType,
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
});
export type Picture = z.infer<typeof picture>;

/** The uses of pictures: the logo, the logo on dark backgrounds, and the favicon. */
export const pictureUses = ['logo', 'logoDark', 'icon'] as const;
export type PictureUse = (typeof pictureUses)[number];

const colour = z.string().regex(/^#[0-9a-f]{6}$/, { error: says('colour_form', {}) });

/** A colour with enough contrast for text on that ground, or a fault that names the nearest such colour. */
const readable = (ground: Ground) =>
  colour.superRefine((value, context) => {
    if (!/^#[0-9a-f]{6}$/.test(value) || isReadable(value, ground)) return;
    context.addIssue({ code: 'custom', ...unreadable(value, ground) });
  });

function unreadable(colour: string, ground: Ground) {
  // Rounded down: 4.49 is not enough, and must not be shown as 4.5.
  const contrast = (Math.floor(contrastOf(colour, grounds[ground]) * 10) / 10).toFixed(1);
  const nearest = nearestReadable(colour, ground);
  return saysTyped('colour_unreadable', { ground, colour, contrast, needed: String(readableContrast), nearest });
}

/** The appearance of the pages before the console, and of the heads of mails. */
export const appearance = z.strictObject({
  /** The colour of buttons on light backgrounds; Licet's own if null. */
  accent: z.string().nullable(),
  /** The colour of buttons on dark backgrounds; derived from `accent` if null. */
  accentDark: z.string().nullable(),
  logo: picture.nullable(),
  logoDark: picture.nullable(),
  icon: picture.nullable(),
  version,
});
export type Appearance = z.infer<typeof appearance>;

/** PNG or WebP in Base64; null removes it. */
const newPicture = z
  .string()
  .max(Math.ceil(limits.pictureBytes.value / 3) * 4, {
    error: says('picture_too_large', { most: limits.pictureBytes.value / 1024 }),
  })
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: says('picture_not_base64', {}) })
  .nullable()
  .optional();

export const appearanceChange = z.strictObject({
  accent: readable('light').nullable().optional(),
  accentDark: readable('dark').nullable().optional(),
  logo: newPicture,
  logoDark: newPicture,
  icon: newPicture,
});

const access = permission('settings.manage');

/** The appearance of the pages before the console. */
export const appearanceCalls = {
  get: call({ method: 'GET', path: '/appearance', summary: 'How the sign-in pages look', access, reply: appearance }),
  update: call({
    method: 'PATCH',
    path: '/appearance',
    summary: 'Change how the sign-in pages look',
    access,
    body: appearanceChange,
    reply: appearance,
    ifMatch: true,
  }),
};
