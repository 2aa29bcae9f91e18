import type { Ground } from '@licet/contract';
import { catalogue } from '../../ui/language.ts';

/** Texts of the appearance tab. */
export const words = {
  saved: 'The sign-in pages look like this from now on.',
  of: 'the appearance',
  accent: 'Colour',
  accentHint: 'For buttons and links on the sign-in pages and in mails. Empty: the colour of Licet.',
  accentDark: 'Colour on dark grounds',
  accentDarkHint: (made: string) => `Empty: derived from the other colour, ${made}.`,
  pick: { light: 'Pick the colour', dark: 'Pick the colour on dark grounds' } satisfies Record<Ground, string>,
  take: (colour: string) => `Take ${colour}`,
  logo: 'Logo',
  logoHint: 'At the top of the sign-in pages, at most 240 by 40. The name is always at the bottom.',
  logoDark: 'Logo on dark grounds',
  logoDarkHint: 'Only needed if the other one cannot be seen on dark grounds.',
  icon: 'Sign of the tab',
  iconHint: 'A square picture, for the browser’s tab.',
  choose: (what: string) => `Choose: ${what}`,
  chooseShort: 'Choose…',
  remove: (what: string) => `Remove: ${what}`,
  removeShort: 'Remove',
  unreadable: 'The browser cannot show that file as a picture. Save it as PNG and choose that.',
  aPicture: 'a picture',
};

/** Texts of the preview. */
export const previewWords = {
  title: 'Preview',
  on: { light: 'On light grounds', dark: 'On dark grounds' } satisfies Record<Ground, string>,
  adjusted: 'Shown with the nearest colour that can be read.',
  signIn: 'Sign in',
  login: 'E-mail or username',
  password: 'Password',
  forgot: 'Forgot your password?',
  name: 'The name is changed under “Organisation”.',
};

catalogue('appearance', { words, previewWords });
