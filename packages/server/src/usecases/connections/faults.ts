import { bindName, type FieldError } from '@licet/contract';
import type { ConnectionFields, DirectoryFields, ProviderFields } from '../../store/connections/connections.ts';

/** What does not go together in a connection. */
export function faultsOf(fields: ConnectionFields): FieldError[] {
  const { createsUsers, allowedDomains } = fields;
  const faults = fields.kind === 'ldap' ? faultsOfDirectory(fields) : faultsOfProvider(fields);
  if (createsUsers && allowedDomains.length === 0)
    faults.push(fault('/allowedDomains', 'Name the domains whose people become users: without any, nobody does.'));
  return faults;
}

/** What is said of a connection that only those of another kind have. */
export function faultsOfKind(kind: ConnectionFields['kind'], body: object): FieldError[] {
  const foreign: readonly string[] = kind === 'ldap' ? ofProviders : ['directory'];
  return Object.keys(body)
    .filter((name) => foreign.includes(name))
    .map((name) =>
      fault(`/${name}`, kind === 'ldap' ? 'A directory has no such thing.' : 'Only a directory has that.'),
    );
}

const ofProviders = ['issuer', 'clientId', 'proof', 'scopes', 'groupsClaim', 'twoFactorValues', 'signsOutThere'];

function faultsOfProvider(fields: ProviderFields): FieldError[] {
  const { kind, issuer, proof, scopes, groupsClaim, groupMappings, signsOutThere } = fields;
  const faults: FieldError[] = [];
  if (kind === 'github') {
    if (new URL(issuer).origin !== issuer)
      faults.push(fault('/issuer', 'The address of GitHub is a host alone, such as https://github.com.'));
    if (proof !== 'secret') faults.push(fault('/proof', 'GitHub takes a secret, no key.'));
    if (groupsClaim !== null) faults.push(fault('/groupsClaim', 'GitHub sends no claims, and so no groups.'));
    if (signsOutThere) faults.push(fault('/signsOutThere', 'GitHub has no place to sign people out at.'));
  } else if (!scopes.includes('openid'))
    faults.push(fault('/scopes', 'Without the scope openid nobody is signed in. Add it.'));
  if (groupMappings.length > 0 && groupsClaim === null)
    faults.push(fault('/groupsClaim', 'Say which claim names what people are in over there.'));
  return faults;
}

function faultsOfDirectory({ directory, groupMappings }: DirectoryFields): FieldError[] {
  const { bindDn, groupSource, nestedGroups, memberAttribute, syncMinutes } = directory;
  const faults: FieldError[] = [];
  if (bindDn.trim() === bindName)
    faults.push(
      fault('/directory/bindDn', `More than ${bindName} stands in it: {name}@corp.example, or uid={name},ou=people,….`),
    );
  if (/^(?:EXTERNAL|PLAIN)$/i.test(bindDn.trim()))
    faults.push(fault('/directory/bindDn', 'That is not the DN of an entry.'));
  if (syncMinutes !== null && bindDn.includes(bindName))
    faults.push(
      fault(
        '/directory/syncMinutes',
        'Where people look themselves up, nobody can read all of them. Enter a bind DN with a password.',
      ),
    );
  if (groupMappings.length > 0 && groupSource === 'none')
    faults.push(fault('/directory/groupSource', 'Say how the directory tells what people are in.'));
  if (nestedGroups && (groupSource !== 'search' || memberAttribute.toLowerCase() === 'memberuid'))
    faults.push(
      fault('/directory/nestedGroups', 'Groups in groups are found by searching groups that name their members by DN.'),
    );
  return faults;
}

const fault = (pointer: string, detail: string): FieldError => ({ pointer, detail });
