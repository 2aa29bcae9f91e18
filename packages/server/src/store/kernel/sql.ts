/** A value that becomes a placeholder in SQL. An object that occurs several times is sent only once. */
export class Value {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** A piece of SQL with its values. Pieces nest; placeholders are numbered when the whole is sent. */
export class Sql {
  private readonly strings: readonly string[];
  private readonly inserts: readonly (Sql | Value)[];
  private written: { readonly text: string; readonly places: readonly Value[] } | undefined;

  constructor(strings: readonly string[], inserts: readonly unknown[]) {
    this.strings = strings;
    this.inserts = inserts.map((it) => (it instanceof Sql || it instanceof Value ? it : new Value(it)));
  }

  get text(): string {
    return this.whole().text;
  }

  get values(): unknown[] {
    return this.places.map(({ value }) => value);
  }

  /** The values of $1, $2 and so on, in order. */
  get places(): readonly Value[] {
    return this.whole().places;
  }

  private whole() {
    if (this.written) return this.written;
    const places = new Map<Value, number>();
    const text = this.write(places);
    this.written = { text, places: [...places.keys()] };
    return this.written;
  }

  private write(places: Map<Value, number>): string {
    let text = this.strings[0] ?? '';
    for (const [index, it] of this.inserts.entries()) {
      if (it instanceof Value && !places.has(it)) places.set(it, places.size + 1);
      text += (it instanceof Sql ? it.write(places) : `$${places.get(it)}`) + this.strings[index + 1];
    }
    return text;
  }
}

/** A statement for the driver. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}

/** SQL with values in it: SQL pieces are inserted, anything else becomes a placeholder. */
export const sql = (strings: TemplateStringsArray, ...inserts: readonly unknown[]) => new Sql(strings, inserts);

/**
 * The name of a table, a column or an alias, with a dot between the parts. @throws Error for anything else, such as a name from a request
 */
export function identifier(name: string): Sql {
  if (!identifiers.test(name)) throw new Error(`“${name}” is no name of a table, a column or an alias.`);
  return fragment(name);
}

const identifiers = /^[a-z_]\w*(?:\.[a-z_]\w*)*$/i;

/** A text or a number that is written into the SQL, for cases in which PostgreSQL plans better if it knows the value. Texts are quoted. */
export const literal = (value: string | number): Sql =>
  fragment(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`);

/** SQL text. It must come from this program, never from a request. */
export const fragment = (text: string): Sql => new Sql([text], []);

/** Concatenates pieces, with a text between them. */
export const join = (pieces: readonly Sql[], between: string) =>
  new Sql(['', ...pieces.slice(1).map(() => between), ''], pieces);

/** A statement that PostgreSQL parses once per connection. Its text must always be the same. */
export const named = (name: string, { text, values }: Sql): Statement => ({ name, text, values });

/**
 * A composed statement, named by its text, so that PostgreSQL parses it once per connection. The number of names is
 * limited, because each one takes memory in every connection. Further texts are parsed each time.
 */
export function namedByText({ text, values }: Sql): Statement {
  let name = namesOfTexts.get(text);
  if (name === undefined && namesOfTexts.size < textsNamed) {
    name = `composed-${namesOfTexts.size}`;
    namesOfTexts.set(text, name);
  }
  return name === undefined ? { text, values } : { name, text, values };
}

const namesOfTexts = new Map<string, string>();
const textsNamed = 200;

/**
 * An array of ids whose size the planner does not see. A named statement then keeps one generic plan per connection. Otherwise PostgreSQL
 * might plan again for each array, because a custom plan seems cheaper.
 */
export const idsOf = (ids: unknown): Sql => sql`(select ${ids}::uuid[])::uuid[]`;

/** A named statement whose text is composed once, for the hottest paths. `write` receives placeholders for the arguments. */
export function prepared<Args extends unknown[]>(
  name: string,
  write: (...args: { [Index in keyof Args]: Value }) => Sql,
  count = write.length,
): (...args: Args) => Statement {
  const holes = Array.from({ length: count }, () => new Value(undefined));
  let written: Sql | undefined;
  let sources: readonly number[] = [];
  return (...args) => {
    if (!written) {
      written = write(...(holes as { [Index in keyof Args]: Value }));
      sources = written.places.map((place) => holes.indexOf(place));
    }
    const { text, places } = written;
    return { name, text, values: sources.map((hole, place) => (hole < 0 ? places[place]?.value : args[hole])) };
  };
}
