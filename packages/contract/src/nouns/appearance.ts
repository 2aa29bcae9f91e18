import * as z from 'zod';
import { call, permission } from '../call.ts';
import { contrastOf, type Ground, grounds, isReadable, nearestReadable, readableContrast } from '../colours.ts';
import { limits } from '../limits.ts';
import { says, saysTyped } from '../reasons/says.ts';
import { version } from './common.ts';

/** Only pixel formats are accepted. An SVG is a document that can run scripts and load resources. */
export const pictureType = z.enum(['image/png', 'image/webp']);
export type PictureType = z.infer<typeof pictureType>;

/** A displayed picture. Its URL contains its hash, so its content never changes. */
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

/** A colour with enough contrast to text on that background. Otherwise, the fault suggests the nearest such colour. */
const readable = (ground: Ground) =>
  colour.superRefine((value, context) => {
    if (!/^#[0-9a-f]{6}$/.test(value) || isReadable(value, ground)) return;
    context.addIssue({ code: 'custom', ...unreadable(value, ground) });
  });

function unreadable(colour: string, ground: Ground) {
  // Round down, because 4.49 is not enough and must not be shown as 4.5.
  const contrast = (Math.floor(contrastOf(colour, grounds[ground]) * 10) / 10).toFixed(1);
  const nearest = nearestReadable(colour, ground);
  return saysTyped('colour_unreadable', { ground, colour, contrast, needed: String(readableContrast), nearest });
}

/** The appearance of the sign-in pages and of mail headers. */
export const appearance = z.strictObject({
  /** The colour of buttons on light backgrounds; null for Licet's own colour. */
  accent: z.string().nullable(),
  /** The colour of buttons on dark backgrounds. If null, it is derived from `accent`. */
  accentDark: z.string().nullable(),
  logo: picture.nullable(),
  logoDark: picture.nullable(),
  icon: picture.nullable(),
  version,
});
export type Appearance = z.infer<typeof appearance>;

/** A PNG or WebP image in Base64. Null removes the picture. */
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
