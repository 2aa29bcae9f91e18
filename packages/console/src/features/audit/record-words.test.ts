import { expect, it } from 'vitest';
import { fieldName, valueText } from './record-words.ts';

it('calls fields as the console does, and takes apart those that it has no name for', () => {
  expect(['redirectUris', 'email', 'asks', 'grant.ends', 'somethingNew'].map(fieldName)).toEqual([
    'Redirect addresses',
    'E-mail',
    'Asks for',
    'Grant, ends',
    'Something new',
  ]);
});

it('says lengths of time, states, kinds and yes or no in words, and nothing else', () => {
  expect(valueText('seconds', '2592000')).toBe('30 days');
  expect(valueText('state', 'pending')).toBe('Waiting');
  expect(valueText('status', 'invited')).toBe('No password yet');
  expect(['secret', 'public_key', 'device', 'ldap'].map((kind) => valueText('kind', kind))).toEqual([
    'Secret',
    'Public key',
    'Device',
    'ldap',
  ]);
  expect(valueText('requirePkce', 'false')).toBe('No');
  expect(valueText('state', 'toString')).toBe('toString');
  expect(valueText('name', '2592000')).toBe('2592000');
});
