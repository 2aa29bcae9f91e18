import { existsSync, readFileSync } from 'node:fs';
import { type Holdings, numbered } from './holdings.ts';

const fixtures = new URL('../fixtures/', import.meta.url);
const shared = new URL('../../../../shared/data/rbac/', import.meta.url);

/** Real access data by name, from the fixtures or beside the checkout, or undefined if neither has the file. */
export function realHoldings(name: string): Holdings | undefined {
  const file = [fixtures, shared].map((folder) => new URL(`${name}.tsv`, folder)).find((url) => existsSync(url));
  if (file === undefined) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return numbered(lines.map((line) => line.split('\t') as [string, string])).holdings;
}
