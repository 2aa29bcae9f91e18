// The functions that the tests ask. Their types have not changed.
export { can, compile, decode, explain, hasPermission, hasRole, isValid } from '../src/index.ts';
