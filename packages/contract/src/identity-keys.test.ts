import { domainToASCII, domainToUnicode } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  domainKey,
  emailForServers,
  emailKey,
  foldIdentity,
  identityKey,
  identityKeys,
  isDomain,
  typedName,
  unicodeOf,
} from './identity-keys.ts';
import { emailDomain, newEmail } from './names.ts';
import { shownDomain, shownEmail } from './shown-addresses.ts';

const takes = (address: string) => newEmail.safeParse(address).success;

test('the key of a name is the same in every case and character width', () => {
  expect(foldIdentity('ＭＡＹＡ')).toBe('maya');
  expect(foldIdentity('Maya')).toBe(foldIdentity('mAYA'));
});

describe('the key of an address', () => {
  test.each([
    'x@bücher.example',
    'X@BÜCHER.Example',
    'x@xn--bcher-kva.example',
    'X@XN--BCHER-KVA.EXAMPLE',
    'x@bu\u0308cher.example',
    'x@bücher．example',
    'x@bücher。example',
    'x@bücher.example.',
    'ｘ＠bücher.example',
    '\u200bx@bü\u00adcher.example\u00a0',
  ])('is the same for %j', (typed) => expect(identityKey(typed)).toBe('x@xn--bcher-kva.example'));

  test.each([
    ['x@straße.example', 'x@xn--strae-oqa.example'],
    ['x@STRAẞE.example', 'x@xn--strae-oqa.example'],
    ['x@strasse.example', 'x@strasse.example'],
    ['x@İstanbul.example', 'x@xn--istanbul-o0e.example'],
    ['x@istanbul.example', 'x@istanbul.example'],
    ['x@ΒΌΛΟΣ.example', 'x@xn--nxasmq6b.example'],
    ['x@βόλος.example', 'x@xn--nxasmm1c.example'],
    ['x@日本語.example', 'x@xn--wgv71a119e.example'],
    ['x@bücher.xn--p1ai', 'x@xn--bcher-kva.xn--p1ai'],
    ['Maya', 'maya'],
  ])('of %s is %s, without transitional processing', (typed, key) => expect(identityKey(typed)).toBe(key));

  test.each([
    'x@xn--iñvalid.com',
    'x@a\u0378b.example',
    'x@ü:80',
    'x@ü/b',
    'x@ü@b',
    'x@ü%2e',
    'x@',
    '@',
    'x@-ü.example',
  ])('of the invalid address %j is not the result of URL parsing', (typed) => {
    expect(identityKey(typed)).not.toContain('80/');
    expect(takes(typed)).toBe(false);
  });

  test('contains the domain as the URL standard writes it', () => {
    for (const domain of [
      'bücher.example',
      'straße.example',
      'βόλος.example',
      '日本語.example',
      'उदाहरण.example',
      'faß.de',
    ])
      expect(domainKey(domain)).toBe(domainToASCII(domain));
  });
});

test('the key of a domain follows UTS #46 for every character, or is not a valid domain', () => {
  const others: string[] = [];
  for (let code = 0x80; code < 0x110000; code += 1) {
    const letter = String.fromCodePoint(code);
    if (/\p{Cs}/u.test(letter)) continue;
    const key = domainKey(`a${letter}b.example`);
    // Convert letters to lower case first, because `domainToASCII` of Node 20 does not do it for some letters.
    const ascii = domainToASCII(`a${/\p{Lu}/u.test(letter) ? letter.toLowerCase() : letter}b.example`);
    if (isDomain(key) ? key !== ascii : ascii !== '' && /^[\p{L}\p{M}\p{N}]*$/u.test(letter.normalize('NFKC')))
      others.push(`${letter} U+${code.toString(16)}: ${key}, not ${ascii}`);
  }
  expect(others).toEqual([]);
});

test.each(['ϲ', '𝛓', '𝜍', '𝝇', '𝞁', '𝞻', 'Ϲ', 'Σ'])('folds %s in a domain to σ, not to a final sigma', (letter) => {
  for (const at of ['@', '＠', '﹫'])
    expect(identityKeys(`ϲ${at}${letter}-firm.gr`)).toEqual(identityKeys('ϲ@σ-firm.gr'));
  expect(identityKeys('ϲ@ς-firm.gr')).not.toContain(emailKey(`ϲ@${letter}-firm.gr`));
  expect(emailForServers(`x@${letter}-firm.gr`)).toBe(`x@${domainToASCII('σ-firm.gr')}`);
});

test.each(['⒈', '⒛', '🄀', '․', '︒'])(
  'refuses an address with %s in its domain, and does not read it as a dot',
  (letter) => {
    expect(takes(`x@a${letter}b.example`)).toBe(false);
    expect(identityKeys(`x@a${letter}b.example`)).not.toContain(identityKey(`x@a${letter}b.example`.normalize('NFKC')));
  },
);

test('gives all spellings of a domain one stored key, even with letters that UTS #46 maps', () => {
  // All letters that UTS #46 maps to something other than their lower case.
  const mapped: string[] = [];
  for (let code = 0x80; code < 0x11000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const letter = String.fromCodePoint(code);
    const ascii = domainKey(`a${letter}b.example`);
    const unicode = unicodeOf(ascii);
    if (/[^\p{ASCII}]/u.test(ascii) || unicode === `a${letter}b.example`.normalize('NFKC').toLowerCase()) continue;
    mapped.push(letter);
    expect(emailKey(`x@a${letter}b.example`), letter).toBe(emailKey(`x@${unicode}`));
    expect(identityKeys(`x@${ascii}`), letter).toContain(emailKey(`x@a${letter}b.example`));
  }
  expect(mapped).toEqual(expect.arrayContaining(['ᾳ', 'Ꭰ', 'ꭰ', 'ᲀ']));
  expect(identityKeys('g@ᾳβ.example')).toEqual(['g@αιβ.example', 'g@xn--mxacu.example', 'g@ᾳβ.example']);
});

test('lists the key of the typed spelling before that of the other spelling', () => {
  expect(identityKeys('X@Bücher.example')).toEqual(['x@bücher.example', 'x@xn--bcher-kva.example']);
  expect(identityKeys('x@XN--bcher-kva.example')).toEqual(['x@xn--bcher-kva.example', 'x@bücher.example']);
  expect(identityKeys('x@bücher.xn--p1ai')).toEqual(['x@xn--bcher-kva.xn--p1ai', 'x@bücher.рф']);
  expect(identityKeys('Maya@example.org')).toEqual(['maya@example.org']);
  expect(identityKeys(' MAYA ')).toEqual(['maya']);
  expect(emailKey('Maya@Bücher.example')).toBe('maya@bücher.example');
});

test.each([
  'x@उदाहरण.example',
  'x@İstanbul.example',
  'x@bücher.example',
  'x@xn--bcher-kva.example',
  'ß@straße.example',
])('accepts %s as an address', (address) => expect(takes(address)).toBe(true));

test('limits a label to 63 characters in its ASCII form', () => {
  expect(isDomain(`${'ü'.repeat(40)}.example`)).toBe(true);
  expect(takes(`x@${'ü'.repeat(40)}.example`)).toBe(true);
  expect(takes(`x@${'üöä'.repeat(25)}.example`)).toBe(false);
});

test('stores the domain of a setting in its ASCII form', () => {
  for (const typed of ['Bücher.example', ' xn--bcher-kva.EXAMPLE. ', 'bücher。example'])
    expect(emailDomain.parse(typed)).toBe('xn--bcher-kva.example');
  for (const typed of ['example', 'a b.example', 'x@example.org', 'http://example.org', 'a..example', '-a.example', ''])
    expect(emailDomain.safeParse(typed).success, typed).toBe(false);
});

describe('the display of an address', () => {
  test.each([
    ['x@xn--bcher-kva.example', 'x@bücher.example'],
    ['x@bücher.example', 'x@bücher.example'],
    ['Maya@Example.org', 'Maya@Example.org'],
    ['x@xn--strae-oqa.example', 'x@straße.example'],
    ['x@xn--wgv71a119e.example', 'x@日本語.example'],
  ])('shows %s as %s', (email, shown) => expect(shownEmail(email)).toBe(shown));

  test.each([
    ['Cyrillic letters that look Latin', 'аррӏе.example', 'xn--80ak6aa92e.example'],
    ['a letter of another script', 'exаmple.org', 'xn--exmple-4nf.org'],
    ['a dotless i', 'gıthub.example', 'xn--gthub-n4a.example'],
    ['a dot above an i', 'i\u0307stanbul.example', 'xn--istanbul-o0e.example'],
  ])('shows a domain with %s in its ASCII form', (_, domain, shown) => {
    expect(shownDomain(domain)).toBe(shown);
    expect(shownDomain(shown)).toBe(shown);
    expect(shownEmail(`x@${domain}`)).toBe(`x@${shown}`);
  });

  test('keeps a label that cannot be decoded', () => {
    for (const domain of [
      `xn--${'a'.repeat(60)}.example`,
      `xn--${'a9'.repeat(1_000_000)}.example`,
      'xn--a.example',
      'xn--.example',
      'xn--99999999999.example',
      'xn--bcher-kvaz9.example',
      'xn--ASCII-.org',
    ])
      expect(() => shownDomain(domain)).not.toThrow();
    expect(shownEmail('x@xn--a.example')).toBe('x@xn--a.example');
  });
});

test('decodes labels as Node does', () => {
  for (const domain of [
    'bücher.de',
    'straße.de',
    '日本語.jp',
    'правда.рф',
    'उदाहरण.परीक्षा',
    '😀.example',
    'ü'.repeat(50),
  ])
    expect(unicodeOf(domainToASCII(domain))).toBe(/😀/u.test(domain) ? domainToASCII(domain) : domainToUnicode(domain));
});

test('gives mail servers the ASCII form of a domain, and the rest unchanged', () => {
  expect(emailForServers('Maya@Bücher.example')).toBe('Maya@xn--bcher-kva.example');
  expect(emailForServers('Jürgen@bücher.example')).toBe('Jürgen@xn--bcher-kva.example');
  expect(emailForServers('Maya@Example.org')).toBe('Maya@Example.org');
});

test('removes invisible characters that were pasted with a name', () => {
  for (const typed of [
    '\ufeffmaya',
    'maya\u200b',
    ' ma\u00adya\t',
    '\u202amaya\u202c',
    'maya\u00a0\r\n',
    'ma\u200d\u2060ya',
  ])
    expect(typedName(typed)).toBe('maya');
  expect(typedName('ma\u00a0ya')).toBe('ma\u00a0ya');
});
