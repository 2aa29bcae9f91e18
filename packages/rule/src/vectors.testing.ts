import { readdirSync, readFileSync } from 'node:fs';
import type { Case } from './cases.testing.ts';

const folder = new URL('../vectors/', import.meta.url);

/** Returns all cases in the order of the files, grouped by file. */
export function allThemes(): readonly { readonly file: string; readonly cases: readonly Case[] }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'schema.json')
    .map((file) => ({ file, cases: JSON.parse(readFileSync(new URL(file, folder), 'utf8')).cases as Case[] }));
}
