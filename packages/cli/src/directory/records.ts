import { limits } from '@licet/contract';
import { readCsv } from './csv-rows.ts';
import { jsonMembers } from './json-members.ts';
import type { SourceFile } from './source.ts';

/** A record of a list, by the names of its fields. Nothing of it is certain. */
export type Fields = Readonly<Record<string, unknown>>;

/** The records of a file: of a JSON array, of JSON objects a line each, or of CSV with a line of names. */
export async function* recordsOf({ pieces }: SourceFile): AsyncGenerator<Fields> {
  const [first, rest] = await begin(pieces());
  if (first === '[') for await (const { value } of jsonMembers(rest, {})) yield fieldsOf(value);
  else if (first === '{') for await (const line of linesOf(rest)) yield fieldsOf(parsed(line));
  else yield* readCsv(rest);
}

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.assign(Object.create(null), value)
    : Object.create(null);

/** A text that says something. */
export const textIn = (fields: Fields, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
};

/** A list of objects. */
export const listIn = (fields: Fields, name: string): Fields[] => {
  const value = fields[name];
  return Array.isArray(value) ? value.map(fieldsOf) : [];
};

/** The first character that says something, and the whole. */
async function begin(pieces: AsyncGenerator<string>): Promise<[string, AsyncGenerator<string>]> {
  let begun = '';
  let over = false;
  while (!/\S/.test(begun) && !over) {
    const { done, value } = await pieces.next();
    over = done === true;
    begun += value ?? '';
  }
  async function* whole() {
    yield begun.replace(/^\uFEFF/, '');
    yield* pieces;
  }
  return [/[^\s\uFEFF]/.exec(begun)?.[0] ?? '', whole()];
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > limits.bodyBytes.value) throw new Error('A line of the file is longer than any record can be.');
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`A line of the file is not JSON, or the file breaks off. It begins: ${line.slice(0, 60)}`);
  }
}
