/**
 * A question for the rule: claims as valid or almost valid JSON text, a permission or role, a time, and the names of a
 * resource and of everything that it lies in.
 */
export interface Triple {
  readonly text: string;
  readonly name: string | null;
  readonly now: number | null;
  readonly path: readonly (string | null)[];
}

/**
 * Returns a generator that produces the same triples for the same seed. The triples contain near misses of every
 * kind, and enough valid claims that each reason occurs.
 */
export function triples(seed: number): () => Triple {
  const random = mulberry(seed);
  const chance = (share: number) => random() < share;
  const one = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0];
  const many = <T>(most: number, make: () => T): T[] => Array.from({ length: Math.floor(random() * (most + 1)) }, make);

  // Names repeat often, so that the requested name is often listed.
  let last = 'a';
  const name = () => {
    if (chance(0.7)) last = chance(0.0002) ? 'x'.repeat(10_000) : one(names);
    return last;
  };

  const string = (text: string): string => {
    if (chance(0.004)) return `"${one(oddStrings)}"`;
    if (chance(0.9)) return JSON.stringify(text);
    const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0'));
    return `"${units.map((unit) => `\\u${chance(0.5) ? unit : unit.toUpperCase()}`).join('')}"`;
  };

  const number = () => (chance(0.6) ? String(Math.round(random() * 2_000_000) / 1000) : one(numbers));

  const space = () => (chance(0.97) ? '' : chance(0.96) ? one([' ', '\t', '\n', '\r\n  ']) : one(['\u00a0', '\v']));

  const list = (of: () => string): string => `[${space()}${many(4, of).join(`${space()},${space()}`)}]`;

  const anything = (depth = 0): string => {
    const kind = Math.floor(random() * (depth > 3 ? 5 : 8));
    if (kind < 2) return string(name());
    if (kind < 4) return number();
    if (kind === 4) return one(['true', 'false', 'null']);
    if (kind < 7) return list(() => anything(depth + 1));
    return `{${many(3, () => `${string(one(keys))}:${anything(depth + 1)}`).join(',')}}`;
  };

  const roles = () => {
    if (chance(0.92)) return list(() => string(chance(0.15) ? 'admin' : name()));
    const asked = string(name());
    return one([
      asked,
      `[[${asked}]]`,
      `{"0":${asked},"length":1}`,
      `[${asked},null]`,
      `[${asked},${number()}]`,
      `[${asked},{}]`,
      'null',
      anything(),
    ]);
  };

  const claim = (key: string): string => {
    if (key === 'sub') return chance(0.97) ? string(name()) : anything();
    if (key === 'exp') return chance(0.9) ? number() : anything();
    if (key === 'permissions_ref') return chance(0.9) ? string(name()) : anything();
    if (key === 'on') return chance(0.9) ? list(() => (chance(0.98) ? grants() : anything())) : anything();
    if (key === 'on_ref') return chance(0.9) ? string(name()) : anything();
    return key === 'roles' || key === 'permissions' ? roles() : anything();
  };

  const grants = (): string => {
    const present = [
      ...(chance(0.99) ? ['resources'] : []),
      ...(chance(0.8) ? ['roles'] : []),
      ...(chance(0.8) ? ['permissions'] : []),
      ...(chance(0.05) ? [one(keys)] : []),
    ];
    const value = (key: string) =>
      key === 'resources' && chance(0.99)
        ? list(() => string(one(places)))
        : chance(0.99)
          ? list(() => string(chance(0.1) ? 'admin' : name()))
          : roles();
    return `{${present.map((key) => `${string(key)}:${value(key)}`).join(',')}}`;
  };

  const claims = (): string => {
    const present = [
      ...(chance(0.98) ? ['sub'] : []),
      ...(chance(0.85) ? ['roles'] : []),
      ...(chance(0.85) ? ['permissions'] : []),
      ...(chance(0.98) ? ['exp'] : []),
      ...(chance(0.15) ? ['permissions_ref'] : []),
      ...(chance(0.4) ? ['on'] : []),
      ...(chance(0.1) ? ['on_ref'] : []),
      ...(chance(0.15) ? [one(keys)] : []),
      ...(chance(0.1) ? [one(keys)] : []),
    ];
    if (chance(0.3)) present.sort(() => random() - 0.5);
    return `{${present.map((key) => `${space()}${string(key)}${space()}:${claim(key)}`).join(',')}}`;
  };

  /** Removes, doubles or inserts one character. Never splits a surrogate pair. */
  const spoiled = (text: string): string => {
    const characters = Array.from(text);
    const at = Math.floor(random() * characters.length);
    const instead = one([[], [characters[at] ?? '', characters[at] ?? ''], [one(marks), characters[at] ?? '']]);
    characters.splice(at, 1, ...instead);
    return characters.join('');
  };

  return () => {
    const text = chance(0.97) ? claims() : anything();
    return {
      text: chance(0.03) ? spoiled(text) : text,
      name: chance(0.01) ? null : name(),
      now: chance(0.5) ? one(moments) : Math.round(random() * 2_000_000) / 1000,
      path: many(3, () => (chance(0.01) ? null : one(places))),
    };
  };
}

const names: [string, ...string[]] = [
  'a',
  'b',
  'c',
  'a',
  'b',
  'c',
  'invoices.read',
  'invoices.read',
  'admin',
  'admin',
  'Admin',
  'ADMIN',
  'admin ',
  ' admin',
  '\u0430dmin',
  'adm\u0131n',
  '',
  '*',
  'a,b',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'all.manage',
  '\u00e9',
  'e\u0301',
  '\u212b',
  '\u00c5',
  '\ufb01',
  'fi',
  '\u00df',
  'ss',
  'SS',
  '\u0130',
  'i',
  'I',
  '\ufffd',
  '\ufeffa',
  '\u{1f642}',
  '\u{1f600}',
  '\u{1f468}\u200d\u{1f469}',
  '\uffff',
  '\u007f',
  '\u2028',
  'null',
  'true',
  '1',
  '1000',
  '["a"]',
  '{"a":1}',
  '"',
  '\\',
  '\\u0061',
  '/',
  'a/b',
  "'",
  "''; drop schema licet cascade; --",
  '%',
  '_',
  'a\tb',
  'a\nb',
  '\u0001',
  '$.a',
  'A',
];

const places: [string, ...string[]] = [
  'shop:1',
  'shop:2',
  'region:1',
  'region:1',
  '',
  '__proto__',
  'length',
  'Shop:1',
  'shop:1 ',
];

const keys: [string, ...string[]] = [
  'sub',
  'roles',
  'permissions',
  'exp',
  'permissions_ref',
  'on',
  'on_ref',
  'resources',
  'Roles',
  'role',
  'iss',
  'aud',
  'cnf',
  'realm_access',
  'scope',
  '__proto__',
  'constructor',
  'length',
  '0',
  '',
  'toJSON',
  'r\u00f4les',
  'admin',
];

const numbers: [string, ...string[]] = [
  '0',
  '-0',
  '1',
  '-1',
  '999',
  '1000',
  '1000',
  '1000',
  '2000',
  '1000.5',
  '999.9999999999999',
  '1e3',
  '1E+3',
  '1e-3',
  '100000e-2',
  '1000.00000000000000001',
  '1000.0000000000000568434188608080148',
  '1000.0000000000000568434188608080149',
  '9007199254740993',
  '1e308',
  '-1e308',
  '1.7976931348623157e308',
  '1.7976931348623158e308',
  '1.7976931348623159e308',
  '1e309',
  '1e400',
  '-1e400',
  '5e-324',
  '2.4703282292062327e-324',
  '2.4703282292062328e-324',
  '-5e-324',
  '1e-400',
  '-1e-400',
  '4102444800',
  '1e0003',
  '01',
  '00',
  '1.',
  '.5',
  '+1',
  '-',
  '1e',
  '1e+',
  '0x10',
  'NaN',
  'Infinity',
  '-Infinity',
  '1_000',
  '1 000',
  '1e999999999',
  '-1e-999999999',
];

const moments: [number | null, ...(number | null)[]] = [
  0,
  -0,
  1,
  -1,
  999,
  999.9999999999999,
  1000,
  1000,
  1000.0000000000001,
  1000.5,
  2000,
  5e-324,
  -5e-324,
  1e308,
  -1e308,
  Number.MAX_VALUE,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  null,
  1e3,
  4102444799,
];

const oddStrings: [string, ...string[]] = [
  '\\u0000',
  'a\\u0000b',
  '\\ud800',
  '\\udc00',
  '\\udc00\\ud800',
  '\\ud83d\\ud83d\\ude42',
  '\\ud83d\\ude42\\ude42',
  '\\ud83dx',
  '\\ud83d\\n',
  '\\uD83D\\uDE42',
  '\\u0061dmin',
  '\\x61',
  '\\u12',
  '\\u{61}',
  '\\ug000',
  '\\a',
  "\\'",
  '\\',
  '\t',
  '\n',
  '\u0001',
  '\\\\u0000',
  '\\\\ud800',
  '\\/',
  '\\b\\f\\n\\r\\t',
];

const marks: [string, ...string[]] = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '0',
  ' ',
  'e',
  '-',
  '.',
  'null',
  '/**/',
  '\u00a0',
  "'",
  '\ufeff',
];

/** Returns numbers in [0, 1), the same for the same seed. */
function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
