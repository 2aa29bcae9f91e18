import { answering } from '../use-case.ts';
import { link } from './link.ts';
import { offer, setPasskey as takePasskey } from './passkey.ts';
import { reset as ask, forgotten as findOut } from './reset.ts';
import { set } from './set.ts';

export const readLink = answering('passwords.link', (asked) => link(asked, asked));
export const setPassword = answering('passwords.set', (asked) => set(asked, asked));
export const passkeyOptions = answering('passwords.passkeyOptions', (asked) => offer(asked, asked));
export const setPasskey = answering('passwords.setPasskey', (asked) => takePasskey(asked, asked));
export const forgotten = answering('passwords.forgotten', findOut);
export const reset = answering('passwords.reset', (asked) => ask(asked, asked));
