import * as z from 'zod';
import { limits } from '../limits.ts';
import { line } from '../names.ts';
import { version } from './common.ts';

export const settings = z.strictObject({ organisation: z.string(), version });
export type Settings = z.infer<typeof settings>;

export const settingsChange = z.strictObject({ organisation: line(limits.nameMax.value, 'The organisation’s name') });
