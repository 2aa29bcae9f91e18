// @vitest-environment jsdom
import { readClaims } from '@licet/rule';
import { expect, test } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { readToken } from './reading.ts';
import { OnResources, onlyOn } from './resources.tsx';
import { sampleToken } from './token-field.tsx';

const tokenOf = (claims: Record<string, unknown>) => readClaims({ sub: 'ada', exp: 1, ...claims });
const shown = async (claims: Record<string, unknown>) => {
  const { element, close } = await render(<OnResources token={tokenOf(claims)} />);
  const lines = [...element.querySelectorAll('h2, .number, li p, .tag, .tags > .small, b, code, .permits > p')];
  const texts = lines.map(({ textContent }) => textContent);
  await close();
  return texts;
};

test('shows what the token permits on each group of resources', async () => {
  const { token } = readToken(sampleToken('resources', 1000));
  expect(await shown({ on: token?.on })).toEqual([
    'On resources',
    '3 resources',
    'In addition to the above, on these resources and on everything that lies in them.',
    'shop:berlin',
    'shop:hamburg',
    '1 permission, 1 role',
    'cashier',
    'invoices.refund',
    'region:fr',
    'everything: it has the role admin',
    'admin',
  ]);
});

test('shows groups without names, and counts resources once', async () => {
  expect(await shown({ on: [{ resources: [] }, { resources: ['a:1', 'a:1'] }, { resources: ['a:1'] }] })).toEqual([
    'On resources',
    '1 resource',
    expect.any(String),
    'On no resource',
    '0 permissions, 0 roles',
    'a:1',
    '0 permissions, 0 roles',
    'a:1',
    '0 permissions, 0 roles',
  ]);
});

test('says that the access on resources is separate, and shows its hash', async () => {
  expect(await shown({ on_ref: 'hash' })).toEqual([
    'On resources',
    'The access on resources is not in the token.',
    'hash',
  ]);
});

test('shows nothing for a token without resources', async () => {
  expect(await shown({ permissions: ['a'] })).toEqual([]);
});

test('shows the first of many groups and names, and counts the others', async () => {
  const resources = Array.from({ length: 500 }, (_, at) => `shop:${at}`);
  const texts = await shown({ on: Array.from({ length: 200 }, () => ({ resources, roles: ['r'] })) });
  expect(texts.length).toBeLessThan(500);
  expect(texts).toContain('500 resources');
  expect(texts).toContain('… and 180 more groups of resources');
});

test('says on which resources the token permits a permission', () => {
  const token = tokenOf({
    on: [
      { resources: ['shop:berlin'], permissions: ['refund'] },
      { resources: ['shop:berlin', 'region:fr'], roles: ['admin'] },
      { resources: ['a:1', 'a:2', 'a:3'], permissions: ['many'] },
    ],
  });
  expect(onlyOn(token, 'refund')).toBe('It is permitted only on shop:berlin and region:fr.');
  expect(onlyOn(token, 'many')).toBe('It is permitted only on shop:berlin, region:fr, a:1, and 2 more.');
  expect(onlyOn(tokenOf({ on: [{ resources: ['a:1'], permissions: ['x'] }] }), 'y')).toBeUndefined();
  expect(onlyOn(tokenOf({}), 'refund')).toBeUndefined();
});
