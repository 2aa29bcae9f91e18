export { type Compiled, compile } from './compile.ts';
export { decode } from './decode.ts';
export { type MalformedCode, MalformedTokenError } from './malformed.ts';
export type { PermissionName, RoleName } from './names.ts';
export { ADMIN, can, type Decision, explain, hasPermission, hasRole, isValid } from './rule.ts';
export { readClaims, type Token } from './token.ts';
