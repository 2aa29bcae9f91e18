import { readFileSync } from 'node:fs';

/** The version of Licet that runs, from its package. */
export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
