import { expect, test } from 'vitest';
import { recoveredText } from './recover-admin.ts';

const link = { url: 'https://id.example/set-password#token=t', expiresAt: '2026-11-27T03:30:00.000Z' };

test('quotes the username in the command that resets a lost second factor', () => {
  expect(recoveredText('maya', true, link)).toContain('--username maya --reset-second-factor');
  expect(recoveredText("$(id)'`id`", true, link)).toContain(`--username '$(id)'\\''\`id\`' --reset-second-factor`);
  expect(recoveredText('-maya', true, link)).toContain('--username=-maya --reset-second-factor');
  expect(recoveredText('maya', false, link)).not.toContain('--username');
});
