import { answering } from '../use-case.ts';
import { link } from './link.ts';
import { set } from './set.ts';

export const readLink = answering('passwords.link', (asked) => link(asked, asked));
export const setPassword = answering('passwords.set', (asked) => set(asked, asked));
