import { describe, expect, test } from 'vitest';
import { isWithinDn, nameIn, normalDn } from './distinguished-names.ts';
import { mappedAmong } from './groups.ts';

describe('a distinguished name', () => {
  test.each([
    ['cn=Maya,ou=People,dc=corp', 'CN=maya , OU=people,DC=Corp'],
    ['cn=Lindqvist\\, Maya,dc=corp', 'cn=Lindqvist\\2C  Maya,dc=corp'],
    ['cn=Maya+uid=m1,dc=corp', 'UID=M1 + cn=maya,dc=corp'],
    ['cn=Maya\\ ,dc=corp', 'cn=Maya,dc=corp'],
    ['cn=\\ Maya,dc=corp', 'cn=Maya,dc=corp'],
    ['cn=J\\C3\\BCrgen,dc=corp', 'cn=JÜRGEN,dc=corp'],
    ['cn=ＭＡＹＡ,dc=corp', 'cn=maya,dc=corp'],
    ['cn=ΟΔΟΣ,dc=corp', 'cn=οδοσ,dc=corp'],
  ])('%s equals %s', (one, other) => expect(normalDn(one)).toBe(normalDn(other)));

  test.each([
    ['cn=Maya+uid=m1,dc=corp', 'cn=Maya\\+uid\\=m1,dc=corp'],
    ['cn=a,ou=b,dc=corp', 'cn=a\\,ou\\=b,dc=corp'],
    ['cn=a\\\\,dc=corp', 'cn=a\\ ,dc=corp'],
    ['cn=a\\\\,ou=b,dc=corp', 'cn=a\\,ou=b,dc=corp'],
    ['cn=Maya+uid=m1,dc=corp', 'cn=Maya,dc=corp'],
    ['cn=istanbul,dc=corp', 'cn=ıstanbul,dc=corp'],
  ])('%s differs from %s', (one, other) => expect(normalDn(one)).not.toBe(normalDn(other)));

  test('is compared by components, not by text, to tell whether it is below an entry', () => {
    expect(isWithinDn('cn=Staff , OU=Groups,dc=corp', 'ou=groups, dc=corp')).toBe(true);
    expect(isWithinDn('cn=x\\,ou\\=groups\\,dc\\=corp', 'ou=groups,dc=corp')).toBe(false);
    expect(isWithinDn('cn=x\\,ou=groups,dc=corp', 'ou=groups,dc=corp')).toBe(false);
    expect(isWithinDn('cn=x,ou=all-groups,dc=corp', 'ou=groups,dc=corp')).toBe(false);
    expect(isWithinDn('cn=x,cn=y+ou=groups,dc=corp', 'ou=groups,dc=corp')).toBe(false);
  });

  test('takes its display name from the first value of its first component', () => {
    expect(nameIn('cn=Staff+ou=Admins,dc=corp')).toBe('Staff');
    expect(nameIn('cn=Lindqvist\\, Maya \\+ Co,dc=corp')).toBe('Lindqvist, Maya + Co');
  });
});

test('a group matches a mapping only by its own name or DN', () => {
  const group = (dn: string) => ({ dn, name: nameIn(dn) });
  const mapped = ['Admins', 'cn=Owners+ou=x,dc=corp'];
  expect(mappedAmong([group('CN=ADMINS,ou=groups,dc=corp')], mapped)).toEqual(['Admins']);
  expect(mappedAmong([group('ou=X+cn=owners,dc=corp')], mapped)).toEqual(['cn=Owners+ou=x,dc=corp']);
  for (const dn of ['cn=Owners\\+ou\\=x,dc=corp', 'cn=Staff\\,cn\\=Admins,dc=corp', 'cn=Staff+cn=Admins,dc=corp'])
    expect(mappedAmong([group(dn)], mapped), dn).toEqual([]);
});
