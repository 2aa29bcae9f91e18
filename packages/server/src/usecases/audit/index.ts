import type { Handlers } from '../handler.ts';
import { get, list, verify } from './events.ts';
import { signIns } from './signIns.ts';

export const audit: Handlers<'audit'> = { list, get, verify, signIns };
