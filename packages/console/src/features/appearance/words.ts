import type { Ground } from '@licet/contract';
import { catalogue } from '../../ui/language.ts';

/** Texts of the appearance tab. */
export const words = {
  saved: 'The appearance of the sign-in pages is changed.',
  of: 'the appearance',
  accent: 'Colour',
  accentHint: 'For buttons and links on the sign-in pages and in mails. Leave empty for Licet’s colour.',
  accentDark: 'Colour on dark backgrounds',
  accentDarkHint: (made: string) => `Leave empty to derive it from the other colour: ${made}.`,
  pick: { light: 'Pick the colour', dark: 'Pick the colour on dark backgrounds' } satisfies Record<Ground, string>,
  take: (colour: string) => `Use ${colour}`,
  logo: 'Logo',
  logoHint: 'At the top of the sign-in pages, at most 240 by 40 pixels. The name is always at the bottom.',
  logoDark: 'Logo on dark backgrounds',
  logoDarkHint: 'Only needed if the other one is hard to see on dark backgrounds.',
  icon: 'Tab icon',
  iconHint: 'A square image for the browser tab.',
  choose: (what: string) => `Choose: ${what}`,
  chooseShort: 'Choose…',
  remove: (what: string) => `Remove: ${what}`,
  removeShort: 'Remove',
  unreadable: 'The browser cannot show that file as an image. Save it as PNG and choose it again.',
  aPicture: 'an image',
};

export const previewWords = {
  title: 'Preview',
  on: { light: 'On light backgrounds', dark: 'On dark backgrounds' } satisfies Record<Ground, string>,
  adjusted: 'Shown in the nearest readable colour.',
  signIn: 'Sign in',
  login: 'E-mail or username',
  password: 'Password',
  forgot: 'Forgot your password?',
  name: 'The name is changed under “Organisation”.',
};

catalogue('appearance', { words, previewWords });
