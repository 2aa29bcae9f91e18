import { access } from './access.ts';
import { accounts } from './accounts.ts';
import { connections } from './connections.ts';
import { everyCall } from './every-call.ts';
import { input } from './input.ts';
import { oauth } from './oauth.ts';
import { signIns } from './sign-ins.ts';
import type { Part } from './suite.ts';
import { tokens } from './tokens.ts';

/** Every line of the list, by what it is about. */
export const parts: readonly Part[] = [tokens, oauth, signIns, accounts, everyCall, access, input, connections];
