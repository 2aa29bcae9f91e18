import { applicationId } from '@licet/contract';
import { expect, test } from 'vitest';
import { suggestIdentifier } from './applications-screen.tsx';

test('suggests an identifier of lower-case letters, digits and hyphens', () => {
  expect(suggestIdentifier('Ledger & Co.')).toBe('ledger-co');
  expect(suggestIdentifier('Bücher Übersicht')).toBe('bucher-ubersicht');
  expect(suggestIdentifier('  2024 Plan  ')).toBe('plan');
});

test('suggests a valid identifier or nothing', () => {
  for (const name of ['日本', '---', '9', `${'a'.repeat(62)} b`, 'x'.repeat(300), 'Ward!']) {
    const found = suggestIdentifier(name);
    expect(found === '' || applicationId.safeParse(found).success).toBe(true);
  }
});
