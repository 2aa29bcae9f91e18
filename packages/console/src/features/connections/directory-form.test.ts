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

describe('the request body of a directory', () => {
  it('nests the settings in an object and includes the values of the preset', () => {
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

  it('contains only what was changed', () => {
    expect(bodyOf({ name: 'Corp', baseDn: 'dc=corp' })).toEqual({ name: 'Corp', directory: { baseDn: 'dc=corp' } });
    expect(bodyOf({ enabled: false })).toEqual({ enabled: false });
  });

  it('has no password if users bind as themselves, and no nested groups if the directory cannot search for them', () => {
    const sent = directoryEntryOf({ ...typed, bindDn: '{name}@corp.example', groupSource: 'memberOf' });
    expect(sent).not.toHaveProperty('secret');
    expect(sent.nestedGroups).toBe(false);
    expect(newDirectorySchema.safeParse(sent).success).toBe(true);
  });

  it('is validated before it is sent, with each error at its field', () => {
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

  it('requires a password for a new directory', () => {
    const looked = newDirectorySchema.safeParse(directoryEntryOf({ ...typed, secret: '' }));
    expect(looked.success ? [] : looked.error.issues.map(({ path }) => path)).toEqual([['secret']]);
  });
});
