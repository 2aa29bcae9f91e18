import type { Handlers } from '../handler.ts';
import { link } from './link.ts';
import { set } from './set.ts';

export const passwords: Handlers<'passwords'> = { link, set };
