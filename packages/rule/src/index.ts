export type { PermissionName, RoleName } from './compile.ts';
export { type Compiled, compile } from './compile.ts';
export { ADMIN, can, type Decision, explain, hasPermission, hasRole, isValid } from './rule.ts';
export { decode, type MalformedCode, MalformedTokenError, readClaims, type Token } from './token.ts';
