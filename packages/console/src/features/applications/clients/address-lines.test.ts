import { expect, test } from 'vitest';
import { addressErrors, addressesOf, belongingTo } from './address-lines.ts';

test('reads one address per line', () => {
  expect(addressesOf(' https://a.example/cb \r\n\nhttp://localhost:3000/cb')).toEqual([
    'https://a.example/cb',
    'http://localhost:3000/cb',
  ]);
});

test('accepts only exact web addresses, and http only for the user’s own machine', () => {
  const places = (addresses: string[]) => addressErrors(addresses, 'redirect').map(({ place }) => place);
  expect(
    places(['https://a.example/cb', 'http://localhost:3000/cb', 'http://127.0.0.1/', 'http://[::1]:8080/']),
  ).toEqual([]);
  expect(
    places([
      'javascript:alert(1)',
      'http://a.example/cb',
      'https://user@a.example/',
      'https://a.example/#x',
      'https://*.a.example/',
      'callback',
    ]),
  ).toEqual([0, 1, 2, 3, 4, 5]);
  expect(places(['https://a.example/', 'https://a.example/'])).toEqual([1]);
});

test('rejects a path in an origin', () => {
  expect(addressErrors(['https://a.example', 'http://localhost:3000'], 'origin')).toEqual([]);
  expect(addressErrors(['https://a.example/'], 'origin')[0]?.detail).toContain('https://a.example.');
});

test('suggests the full address if the scheme is missing', () => {
  const detail = (address: string, kind: 'redirect' | 'origin' = 'redirect') =>
    addressErrors([address], kind)[0]?.detail;
  expect(detail('localhost:5173')).toContain('Write http://localhost:5173/.');
  expect(detail('localhost:5173', 'origin')).toContain('Write http://localhost:5173.');
  expect(detail('app.example.org/callback')).toContain('Write https://app.example.org/callback.');
  expect(detail('org.example.app:/callback')).toContain('kind Native');
});

test('accepts a private scheme, a loopback address on any port and a claimed https address for a native client', () => {
  const details = (addresses: string[]) =>
    addressErrors(addresses, 'redirect', 'native').map(({ place, detail }) => [place, detail]);
  expect(details(['org.example.app:/callback', 'http://127.0.0.1/callback', 'https://app.example/callback'])).toEqual(
    [],
  );
  expect(details(['https://localhost/callback', 'myapp:/callback'])).toEqual([
    [0, expect.stringContaining('Use http.')],
    [1, expect.stringContaining('cannot be used')],
  ]);
});

test('gives a native client no web origins, and its redirect addresses as sign-out addresses', () => {
  expect(belongingTo('org.example.app:/callback\nhttp://127.0.0.1/callback', 'native')).toEqual({
    origins: [],
    signOuts: ['org.example.app:/callback', 'http://127.0.0.1/callback'],
  });
});
