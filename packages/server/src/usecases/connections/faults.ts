import { bindName, type FieldError } from '@licet/contract';
import { fault } from '../../refusal.ts';
import type { ConnectionFields, DirectoryFields, ProviderFields } from '../../store/connections/connections.ts';

/** The inconsistencies of a connection. */
export function faultsOf(fields: ConnectionFields): FieldError[] {
  const { createsUsers, allowedDomains } = fields;
  const faults = fields.kind === 'ldap' ? faultsOfDirectory(fields) : faultsOfProvider(fields);
  if (createsUsers && allowedDomains.length === 0)
    faults.push(fault({ pointer: '/allowedDomains' }, 'allowed_domains_missing', {}));
  return faults;
}

/** The given fields that only connections of another kind have. */
export function faultsOfKind(kind: ConnectionFields['kind'], body: object): FieldError[] {
  const of = kind === 'ldap' ? 'provider' : 'directory';
  const foreign: readonly string[] = kind === 'ldap' ? ofProviders : ['directory'];
  return Object.keys(body)
    .filter((name) => foreign.includes(name))
    .map((name) => fault({ pointer: `/${name}` }, 'setting_of_other_kind', { kind: of }));
}

const ofProviders = ['issuer', 'clientId', 'proof', 'scopes', 'groupsClaim', 'twoFactorValues', 'signsOutThere'];

function faultsOfProvider(fields: ProviderFields): FieldError[] {
  const { kind, issuer, proof, scopes, groupsClaim, groupMappings, signsOutThere } = fields;
  const faults: FieldError[] = [];
  if (kind === 'github') {
    if (new URL(issuer).origin !== issuer) faults.push(fault({ pointer: '/issuer' }, 'github_address', {}));
    if (proof !== 'secret') faults.push(fault({ pointer: '/proof' }, 'github_key', {}));
    if (groupsClaim !== null) faults.push(fault({ pointer: '/groupsClaim' }, 'github_groups', {}));
    if (signsOutThere) faults.push(fault({ pointer: '/signsOutThere' }, 'github_sign_out', {}));
  } else if (!scopes.includes('openid')) faults.push(fault({ pointer: '/scopes' }, 'scope_openid_missing', {}));
  if (groupMappings.length > 0 && groupsClaim === null)
    faults.push(fault({ pointer: '/groupsClaim' }, 'groups_claim_missing', {}));
  return faults;
}

function faultsOfDirectory({ directory, groupMappings }: DirectoryFields): FieldError[] {
  const { bindDn, groupSource, nestedGroups, memberAttribute, syncMinutes } = directory;
  const faults: FieldError[] = [];
  if (bindDn.trim() === bindName) faults.push(fault({ pointer: '/directory/bindDn' }, 'bind_dn_only_name', {}));
  if (/^(?:EXTERNAL|PLAIN)$/i.test(bindDn.trim()))
    faults.push(fault({ pointer: '/directory/bindDn' }, 'bind_dn_not_dn', {}));
  if (syncMinutes !== null && bindDn.includes(bindName))
    faults.push(fault({ pointer: '/directory/syncMinutes' }, 'sync_needs_bind_password', {}));
  if (groupMappings.length > 0 && groupSource === 'none')
    faults.push(fault({ pointer: '/directory/groupSource' }, 'group_source_missing', {}));
  if (nestedGroups && (groupSource !== 'search' || memberAttribute.toLowerCase() === 'memberuid'))
    faults.push(fault({ pointer: '/directory/nestedGroups' }, 'nested_groups_not_searched', {}));
  return faults;
}
