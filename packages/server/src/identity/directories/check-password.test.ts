import { describe, expect, test } from 'vitest';
import { checkPassword } from './check-password.ts';
import { corpDirectory, corpSettings, peopleDn } from './corp.testing.ts';

describe('attempts to sign in as a user of the directory', () => {
  /** The key of the counter to which an attempt is charged; the directory itself is not queried. */
  async function countedBy(bindDn: string, login: string): Promise<string> {
    const counted: string[] = [];
    const mayTry = async (entry: string) => {
      counted.push(entry);
      return false;
    };
    const unasked = () => Promise.reject(new Error('The directory was asked.'));
    const directory = corpDirectory(corpSettings({ tlsPort: 1, authority: '' }, { bindDn }));
    const checked = await checkPassword(unasked, directory, { login }, { login, password: 'x', mayTry });
    expect(checked).toEqual({ kind: 'nobody' });
    return counted.join();
  }

  test.each([`uid={name},${peopleDn}`, '{name}@corp.example', 'CORP\\{name}'])(
    'share one counter for spellings that the directory treats as equal: %s',
    async (bindDn) => {
      const spellings = [
        'jose.strasse',
        'JOSE.Strasse',
        'josé.strasse',
        'josé.straße',
        'ｊｏｓｅ.strasse',
        'jöse.strasse',
      ];
      const counted = await Promise.all(spellings.map((login) => countedBy(bindDn, login)));
      expect(new Set(counted).size).toBe(1);
      expect(await countedBy(bindDn, 'joan.strasse')).not.toBe(counted[0]);
    },
  );
});
