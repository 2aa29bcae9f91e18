import type { Handlers } from '../handler.ts';
import { decide } from './decide.ts';
import { exportPairs } from './export.ts';
import { get } from './get.ts';
import { holders } from './holders.ts';
import { importFile } from './import.ts';

export const access: Handlers<'access'> = { get, decide, holders, export: exportPairs, import: importFile };
