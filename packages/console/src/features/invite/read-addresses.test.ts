import { describe, expect, it } from 'vitest';
import { processorTimes } from '../../../../../scripts/processor-time.testing.ts';
import { readAddresses, without } from './read-addresses.ts';

/** The people that a text contains, as “Name <address>”. */
const read = (text: string) => readAddresses(text).people.map(({ name, address }) => `${name} <${address}>`);
const lea = 'Lea Ferrari <lea@aurelia.example>';
const tunde = 'Tunde Balogun <tunde@aurelia.example>';

describe('reads people from', () => {
  it.each([
    ['a list of Outlook', 'Ferrari, Lea <lea@aurelia.example>; Balogun, Tunde <tunde@aurelia.example>'],
    ['a list of Gmail', 'Lea Ferrari <lea@aurelia.example>, "Balogun, Tunde" <tunde@aurelia.example>,'],
    ['lines with angle brackets', 'Lea Ferrari <lea@aurelia.example>\r\n"Tunde Balogun" <tunde@aurelia.example>\r\n'],
    [
      'CSV with commas and a header',
      'E-Mail,Name\nlea@aurelia.example,Lea Ferrari\ntunde@aurelia.example,Tunde Balogun',
    ],
    [
      'CSV with semicolons and two columns for the name',
      'Lea;Ferrari;lea@aurelia.example;Finance\nTunde;Balogun;tunde@aurelia.example;Sales',
    ],
    ['quoted CSV', '"Name","Mail"\n"Lea Ferrari","lea@aurelia.example"\n"Balogun, Tunde","tunde@aurelia.example"'],
    ['columns of a spreadsheet', 'Lea Ferrari\tlea@aurelia.example\nTunde Balogun\ttunde@aurelia.example'],
    ['mail links', 'Lea Ferrari <mailto:lea@aurelia.example>\nTunde Balogun <MAILTO:tunde@aurelia.example>'],
    ['names before addresses without brackets', 'Lea Ferrari lea@aurelia.example\nTunde Balogun tunde@aurelia.example'],
  ])('%s', (_, text) => {
    expect(readAddresses(text).invalid).toEqual([]);
    expect(read(text)).toEqual([lea, tunde]);
  });
});

it('makes a name from an address without one', () => {
  expect(read('lea.ferrari@aurelia.example; noor_haddad+work@aurelia.example')).toEqual([
    'Lea Ferrari <lea.ferrari@aurelia.example>',
    'Noor Haddad <noor_haddad+work@aurelia.example>',
  ]);
});

it('keeps umlauts in names and domains', () => {
  expect(read('Jörg Müller <jörg@bücher.example>\nŁucja Żak <lucja@aurelia.example>')).toEqual([
    'Jörg Müller <jörg@bücher.example>',
    'Łucja Żak <lucja@aurelia.example>',
  ]);
});

it('counts an address once, regardless of upper and lower case', () => {
  const { people, repeated } = readAddresses('lea@aurelia.example\nLea Ferrari <LEA@aurelia.example>');
  expect(people).toHaveLength(1);
  expect(repeated.map(({ address }) => address)).toEqual(['LEA@aurelia.example']);
});

it('reports each piece of text without a valid address, and its position', () => {
  const text = 'lea@aurelia.example\nanna@aurelia\nthe others\nb@c@d.example; @aurelia.example';
  const { people, invalid } = readAddresses(text);
  expect(people).toHaveLength(1);
  expect(invalid.map(({ text: said, why, from, to }) => [said, why, text.slice(from, to)])).toEqual([
    ['anna@aurelia', 'domain', 'anna@aurelia'],
    ['the others', 'none', 'the others'],
    ['b@c@d.example', 'address', 'b@c@d.example'],
    ['@aurelia.example', 'address', '@aurelia.example'],
  ]);
});

it('lists a word between addresses of one line as invalid', () => {
  expect(readAddresses('lea@aurelia.example; noor; tunde@aurelia.example').invalid.map(({ text }) => text)).toEqual([
    'noor;',
  ]);
});

it('lists a word before a named address of one line as invalid', () => {
  const { people, invalid } = readAddresses(
    'Maya <maya@aurelia.example>; foo; Ferrari, Lea <lea@aurelia.example>; bar; baz; tunde@aurelia.example',
  );
  expect(people.map(({ name }) => name)).toEqual(['Maya', 'Lea Ferrari', 'Tunde']);
  expect(invalid.map(({ text }) => text)).toEqual(['foo;', 'bar; baz;']);
});

it('reads a long text without separators in time proportional to its length', async () => {
  const [text, part] = ['x'.repeat(50_000), 'x'.repeat(5000)];
  const { whole, parts } = await processorTimes({
    whole: () => readAddresses(text),
    parts: () => {
      for (let time = 0; time < 10; time += 1) readAddresses(part);
    },
  });
  expect(whole).toBeLessThan(3 * parts + 10);
  expect(readAddresses(text).invalid).toMatchObject([{ why: 'none' }]);
});

it('reads 1,000 lines, each person once', () => {
  const lines = Array.from({ length: 1000 }, (_, n) => `Person ${n} <person${n}@aurelia.example>`);
  const { people, repeated, invalid } = readAddresses([...lines, ...lines].join('\n'));
  expect([people.length, repeated.length, invalid.length]).toEqual([1000, 1000, 0]);
  expect(people[999]).toMatchObject({ address: 'person999@aurelia.example', name: 'Person 999' });
});

it.each([
  ['anna@aurelia\nlea@aurelia.example', 'lea@aurelia.example'],
  ['lea@aurelia.example\nanna@aurelia', 'lea@aurelia.example\n'],
  ['lea@aurelia.example; anna@aurelia; tunde@aurelia.example', 'lea@aurelia.example; tunde@aurelia.example'],
])('removes an invalid entry from %j', (text, expected) => {
  const [entry] = readAddresses(text).invalid;
  expect(entry && without(text, entry)).toBe(expected);
});
