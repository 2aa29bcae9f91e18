import { expect, test } from 'vitest';
import { excerpt, searchOver } from './search-index.ts';

const entry = (page: string, heading: string, text: string, chapter = 'Start') => ({
  page,
  heading,
  text,
  chapter,
  address: page,
});
const search = searchOver([
  entry('Concepts', 'Session and token', 'A cut-off is what is sent to API servers.'),
  entry('Installing', 'HTTPS', 'Behind a proxy LICET_TRUSTED_PROXIES names its address.'),
  entry(
    'licet start',
    'licet start',
    'Starts Licet with the folder LICET_DATA. LICET_TRUSTED_PROXIES and LICET_HOST: see there.',
    'Reference',
  ),
  entry('API', 'grants.create', 'Give a role or a permission.', 'Reference'),
  entry('Grants', '', 'A grant gives a role.'),
  entry('Decisions', 'Chain', 'The chain was cut and off it went.', 'The house'),
]);
const found = (query: string) => search(query).map(({ page }) => page);

test('finds a name as a whole and by its parts', () => {
  expect(found('cut-off')).toEqual(['Concepts']);
  expect(new Set(found('trusted'))).toEqual(new Set(['licet start', 'Installing']));
  // Finds only pages with the whole name. The part “licet” in a heading does not rank a page first.
  expect(found('LICET_TRUSTED_PROXIES')).toEqual(['Installing', 'licet start']);
  expect(search('LICET_TRUSTED_PROXIES')[0]?.words).toEqual(['licet_trusted_proxies']);
});

test('matches word prefixes and words with one wrong letter, and ranks written pages above generated ones', () => {
  expect(new Set(found('prox'))).toEqual(new Set(['licet start', 'Installing']));
  expect(found('sesion')).toEqual(['Concepts']);
  expect(found('grant')).toEqual(['Grants', 'API']);
  expect(found('zebra')).toEqual([]);
});

test('marks the found words in an excerpt, and keeps markup as text', () => {
  expect(excerpt('A grant gives <b>a role</b>.', ['role'])).toEqual([
    { text: 'A grant gives <b>a ', found: false },
    { text: 'role', found: true },
    { text: '</b>.', found: false },
  ]);
  expect(excerpt('a (b', ['(b'])).toEqual([
    { text: 'a ', found: false },
    { text: '(b', found: true },
  ]);
});
