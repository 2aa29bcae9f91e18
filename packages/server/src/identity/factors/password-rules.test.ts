import { describe, expect, test } from 'vitest';
import { checkPassword } from './password-rules.ts';

const owner = {
  username: 'ada.lovelace',
  email: 'ada@example.org',
  name: 'Ada Lovelace',
  organisation: 'Analytical Engines',
};

function reasonFor(password: string): string {
  try {
    checkPassword(password, owner);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a new password', () => {
  test.each([
    'passwordpassword',
    'Password Password',
    'password12345678',
    '123456789012345',
    '987654321098765',
    'qwertyuiopasdfgh',
    'qwertyuiop123456',
    '1qaz2wsx3edc4rfv',
    'aaaaaaaaaaaaaaaaaa',
    'abababababababab',
    'abcdefghijklmnop',
    'zyxwvutsrqponmlk',
    'abc123abc123abc123',
    'iloveyouiloveyou',
    'letmeinletmein123',
    'P@ssw0rdP@ssw0rd',
    'p@$$wordp@$$word',
    'adalovelace12345',
    'ada@example.org1',
    'AnalyticalEngines1',
    'Analytical-Engines-2026',
    'welcome123welcome',
    'licetlicetlicet',
    'correcthorsebatterystaple',
    'ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ',
  ])('“%s” is refused, with the reason', (password) => {
    expect(reasonFor(password)).toMatch(/[.]$/);
  });

  test.each([
    'a long enough passphrase',
    'correct and long enough',
    'wet paper tiger lamp',
    'Kaffee um halb sieben',
    'ночью все кошки серы',
    'mK7#vQ2!xR9$wL4',
    'rtzuplmkjnbvgfdsw4',
    '我今天早上喝了三杯浓浓的黑咖啡呢',
    'my password is a secret to you',
    'Ada likes engines and poems',
  ])('“%s” is accepted', (password) => {
    expect(reasonFor(password)).toBe('');
  });

  test('has 15 to 256 code points after NFKC', () => {
    expect(reasonFor('fourteen chars')).toContain('14 characters');
    expect(reasonFor('🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🦆🦉')).toBe('');
    expect(reasonFor('🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🦆')).toContain('14 characters');
    const long = Array.from({ length: 64 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7)).join('');
    expect(reasonFor(`${long.repeat(4).slice(0, 255)}x`)).toBe('');
    expect(reasonFor(`${long.repeat(4)}x`)).toContain('at most 256');
    expect(reasonFor(`half a character \ud800 here`)).toContain('an incomplete character');
  });
});
