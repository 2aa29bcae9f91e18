import type { Handlers } from '../handler.ts';
import { complete } from './complete.ts';
import { state } from './state.ts';

export const setup: Handlers<'setup'> = { state, complete };
