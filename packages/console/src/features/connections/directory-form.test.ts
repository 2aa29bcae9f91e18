import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  directoryChangeSchema,
  directoryEntryOf,
  newDirectorySchema,
  valuesOfDirectoryPreset,
} from './directory-form.ts';

const typed = {
  ...valuesOfDirectoryPreset('activeDirectory'),
  name: ' Corp ',
  url: 'ldaps://ldap.corp.example',
  baseDn: 'dc=corp,dc=example',
  bindDn: 'cn=licet,dc=corp,dc=example',
  secret: 'who looks people up',
};

describe('what is sent of a directory', () => {
  it('has its settings in an object of their own, and what a preset knows', () => {
    const sent = newDirectorySchema.safeParse(directoryEntryOf(typed));
    expect(sent).toMatchObject({
      success: true,
      data: {
        kind: 'ldap',
        name: 'Corp',
        secret: 'who looks people up',
        trustsAddresses: true,
        directory: {
          url: 'ldaps://ldap.corp.example',
          caCertificate: null,
          loginAttributes: ['sAMAccountName', 'userPrincipalName', 'mail'],
          idAttribute: 'objectGUID',
          groupSource: 'search',
          nestedGroups: true,
        },
      },
    });
  });

  it('is what was changed alone', () => {
    expect(bodyOf({ name: 'Corp', baseDn: 'dc=corp' })).toEqual({ name: 'Corp', directory: { baseDn: 'dc=corp' } });
    expect(bodyOf({ enabled: false })).toEqual({ enabled: false });
  });

  it('has no password where people look themselves up, and no nested groups where none can be asked for', () => {
    const sent = directoryEntryOf({ ...typed, bindDn: '{name}@corp.example', groupSource: 'memberOf' });
    expect(sent).not.toHaveProperty('secret');
    expect(sent.nestedGroups).toBe(false);
    expect(newDirectorySchema.safeParse(sent).success).toBe(true);
  });

  it('is looked at beforehand: each sentence stands beside its field', () => {
    const wrong = {
      ...typed,
      bindDn: '{name}',
      idAttribute: 'entry uuid',
      loginAttributes: '',
      caCertificate: 'corp.pem',
    };
    const looked = directoryChangeSchema.safeParse(directoryEntryOf(wrong));
    const fields = looked.success ? [] : looked.error.issues.map(({ path: [field] }) => field);
    expect(new Set(fields)).toEqual(new Set(['bindDn', 'idAttribute', 'loginAttributes', 'caCertificate']));
  });

  it('is not made without a password', () => {
    const looked = newDirectorySchema.safeParse(directoryEntryOf({ ...typed, secret: '' }));
    expect(looked.success ? [] : looked.error.issues.map(({ path }) => path)).toEqual([['secret']]);
  });
});
