import type { DirectorySettings } from '@licet/contract';
import { corpPassword, corpSettings, entry, reader } from './corp.testing.ts';
import { guidOf } from './directory.ts';

// Active Directory's schema in OpenLDAP: its attributes and classes with their matching rules (MS-ADA1 to MS-ADA3,
// MS-ADSC), as far as Licet uses them. Unlike Active Directory, OpenLDAP has no rule for nested groups, no ranges of
// values, and no special forms of bind names.

const suffix = 'dc=corp,dc=example';
const string = 'EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE';
const number = 'EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE';
export const activeDirectorySchema = [
  `attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' ${string} )`,
  `attributetype ( 1.2.840.113556.1.4.656 NAME 'userPrincipalName' ${string} )`,
  `attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' ${number} )`,
  `attributetype ( 1.2.840.113556.1.4.159 NAME 'accountExpires' ${number} )`,
  `attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )`,
  `objectclass ( 1.2.840.113556.1.5.9 NAME 'user' SUP inetOrgPerson STRUCTURAL MAY ( sAMAccountName $ userPrincipalName $ userAccountControl $ accountExpires $ objectGUID ) )`,
  `objectclass ( 1.2.840.113556.1.3.30 NAME 'computer' SUP user STRUCTURAL )`,
  `objectclass ( 1.2.840.113556.1.5.8 NAME 'group' SUP top STRUCTURAL MUST cn MAY ( member $ sAMAccountName $ objectGUID ) )`,
];

const peopleDn = `ou=People,${suffix}`;
export const adaDn = `cn=Lovelace\\, Ada,${peopleDn}`;
/** Contains zero bytes, bytes that are not text, and characters that are special in filters. */
export const adaGuid = Buffer.from('002a2829005cff80c3280a0d00000001', 'hex');

const account = (
  dn: string,
  name: string,
  no: Buffer,
  more: Readonly<Record<string, string | readonly string[]>> = {},
) =>
  entry(dn, {
    objectClass: 'user',
    sn: name,
    sAMAccountName: name,
    userPrincipalName: `${name}@corp.example`,
    displayName: `${name} of Corp`,
    mail: `${name}@mail.example`,
    userAccountControl: '512',
    accountExpires: '0',
    'objectGUID:': no.toString('base64'),
    userPassword: corpPassword,
    ...more,
  });
const guid = (no: number) => Buffer.from(`${'0'.repeat(30)}${(no + 16).toString(16)}`, 'hex');

export const activeDirectory = [
  entry(suffix, { objectClass: ['dcObject', 'organization'], dc: 'corp', o: 'Corp' }),
  ...['People', 'Groups', 'services', 'policies'].map((name) =>
    entry(`ou=${name},${suffix}`, { objectClass: 'organizationalUnit', ou: name }),
  ),
  entry(`cn=usual,ou=policies,${suffix}`, {
    objectClass: ['pwdPolicy', 'person'],
    cn: 'usual',
    sn: 'usual',
    pwdAttribute: 'userPassword',
    pwdLockout: 'TRUE',
  }),
  entry(reader.dn, { objectClass: ['person'], cn: 'licet', sn: 'licet', userPassword: reader.password }),
  account(adaDn, 'ada', adaGuid, { cn: 'Lovelace, Ada' }),
  account(`cn=Bob,${peopleDn}`, 'bob', guid(1), { cn: 'Bob', userAccountControl: '514' }),
  // Eve's account expires at the end of 2001. Cleo's never expires: besides 0, this value means “never”, too.
  account(`cn=Eve,${peopleDn}`, 'eve', guid(2), { cn: 'Eve', accountExpires: '126542304000000000' }),
  account(`cn=Cleo,${peopleDn}`, 'cleo', guid(3), { cn: 'Cleo', accountExpires: '9223372036854775807' }),
  account(`cn=DESK,${peopleDn}`, 'DESK$', guid(4), { objectClass: 'computer', cn: 'DESK' }),
  entry(`cn=Finance,ou=Groups,${suffix}`, { objectClass: 'group', cn: 'Finance', member: adaDn }),
].join('\n');

/**
 * The settings that the form fills in for Active Directory. Nested groups are off, because OpenLDAP does not have the
 * rule for them.
 */
export const activeDirectorySettings = (
  slapd: { readonly tlsPort: number; readonly authority: string },
  overrides: Partial<DirectorySettings> = {},
): DirectorySettings =>
  corpSettings(slapd, {
    baseDn: suffix,
    groupBaseDn: `ou=Groups,${suffix}`,
    loginAttributes: ['sAMAccountName', 'userPrincipalName', 'mail'],
    personClass: 'user',
    idAttribute: 'objectGUID',
    nameAttribute: 'displayName',
    emailAttribute: 'mail',
    groupSource: 'search',
    groupClass: 'group',
    memberAttribute: 'member',
    nestedGroups: false,
    ...overrides,
  });

export const adaId = guidOf(adaGuid);
