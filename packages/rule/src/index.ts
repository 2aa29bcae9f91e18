export type { PermissionName, ResourceName, RoleName } from './compile.ts';
export { type Compiled, type CompiledToken, compile } from './compile.ts';
export { at, type On } from './on.ts';
export { ADMIN, can, type Decision, explain, hasPermission, hasRole, isValid } from './rule.ts';
export {
  decode,
  type MalformedCode,
  MalformedTokenError,
  type ResourceGrants,
  readClaims,
  type Token,
} from './token.ts';
