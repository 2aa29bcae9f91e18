import { limits } from '@licet/contract';

/** A member of the outermost object, or an element of one of its arrays. The key of an outermost array is empty. */
export interface JsonMember {
  readonly key: string;
  readonly value: unknown;
}

/**
 * Reads a JSON text that arrives in pieces, and yields the requested members of the outermost object. A member can be
 * requested as one value (`whole`) or element by element (`each`). An outermost array counts as a member with an empty
 * name.
 * @throws Error if the text is not JSON, or a value is too large
 */
export async function* jsonMembers(
  pieces: AsyncIterable<string>,
  requested: Readonly<Record<string, 'whole' | 'each'>>,
): AsyncGenerator<JsonMember> {
  const reader = new JsonReader(pieces);
  const first = await reader.next();
  if (first === '[') yield* elements(reader, '');
  else if (first === '{') yield* members(reader, requested);
  else reader.fail();
  if ((await reader.next()) !== undefined) reader.fail();
}

async function* members(
  reader: JsonReader,
  requested: Readonly<Record<string, 'whole' | 'each'>>,
): AsyncGenerator<JsonMember> {
  reader.pass();
  if ((await reader.next()) === '}') return reader.pass();
  for (;;) {
    const key: unknown = JSON.parse(await reader.value(true));
    if (typeof key !== 'string' || (await reader.next()) !== ':') reader.fail();
    reader.pass();
    const way = Object.hasOwn(requested, key) ? requested[key] : undefined;
    if (way === 'each' && (await reader.next()) === '[') yield* elements(reader, key);
    else {
      const text = await reader.value(way !== undefined);
      if (way !== undefined) yield { key, value: reader.parsed(text) };
    }
    if ((await reader.next()) === '}') return reader.pass();
    if ((await reader.next()) !== ',') reader.fail();
    reader.pass();
    await reader.next();
  }
}

async function* elements(reader: JsonReader, key: string): AsyncGenerator<JsonMember> {
  reader.pass();
  if ((await reader.next()) === ']') return reader.pass();
  for (;;) {
    yield { key, value: reader.parsed(await reader.value(true)) };
    const after = await reader.next();
    if (after !== ',' && after !== ']') reader.fail();
    reader.pass();
    if (after === ']') return;
  }
}

class JsonReader {
  readonly #source: AsyncIterator<string>;
  #text = '';
  #at = 0;
  /** The number of characters that were already read and dropped from the buffer. */
  #before = 0;

  constructor(pieces: AsyncIterable<string>) {
    this.#source = pieces[Symbol.asyncIterator]();
  }

  /** The next character that is not white space, without consuming it. Undefined at the end. */
  async next(): Promise<string | undefined> {
    for (;;) {
      blanks.lastIndex = this.#at;
      blanks.test(this.#text);
      this.#at = blanks.lastIndex;
      if (this.#at < this.#text.length) return this.#text[this.#at];
      if (!(await this.#fill())) return undefined;
    }
  }

  pass(): void {
    this.#at += 1;
  }

  /** Reads the next value. Returns its text only if `kept` is true. */
  async value(kept: boolean): Promise<string> {
    const first = await this.next();
    this.#drop(this.#at);
    if (first === undefined) return this.fail();
    if (first !== '{' && first !== '[' && first !== '"') return this.#word();
    let depth = 0;
    let within = false; // A string.
    let whole = '';
    for (;;) {
      const sign = within ? ends : marks;
      sign.lastIndex = this.#at;
      const found = sign.exec(this.#text);
      this.#at = found ? sign.lastIndex : this.#text.length;
      if (!found || (found[0] === '\\' && this.#at >= this.#text.length)) {
        if (found) this.#at -= 1;
        if (kept) whole += this.#text.slice(0, this.#at);
        if (whole.length > limits.directoryRoles.value) throw new Error('An entry of the file is too large to import.');
        this.#drop(this.#at);
        if (!(await this.#fill())) return this.fail();
        continue;
      }
      const [character] = found;
      if (character === '\\') this.#at += 1;
      else if (character === '"') within = !within;
      else depth += character === '{' || character === '[' ? 1 : -1;
      if (depth > 0 || within) continue;
      if (kept) whole += this.#text.slice(0, this.#at);
      this.#drop(this.#at);
      return whole;
    }
  }

  parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      return this.fail();
    }
  }

  fail(): never {
    throw new Error(`The file is not valid JSON, or is cut off, near character ${this.#before + this.#at + 1}.`);
  }

  /** Reads a number, `true`, `false` or `null`. */
  async #word(): Promise<string> {
    for (;;) {
      const end = this.#text.slice(this.#at).search(/[\s,\]}]/);
      if (end >= 0) {
        const word = this.#text.slice(this.#at, this.#at + end);
        this.#at += end;
        return word;
      }
      if (this.#text.length - this.#at > 100 || !(await this.#fill())) return this.fail();
    }
  }

  #drop(until: number): void {
    this.#before += until;
    this.#text = this.#text.slice(until);
    this.#at = 0;
  }

  async #fill(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done) return false;
    this.#text += this.#before + this.#text.length === 0 ? value.replace(/^\uFEFF/, '') : value;
    return true;
  }
}

const blanks = /[ \t\r\n]*/y;
const ends = /["\\]/g;
const marks = /["{}[\]]/g;
