import { can, type Decision, decode, explain, type PermissionName, type RoleName, type Token } from '@licet/rule';

declare global {
  interface LicetNames {
    permission: 'invoices.read' | 'invoices.refund';
    role: 'admin' | 'clerk';
  }
}

const token: Token = decode('e30.e30.');
export const decision: Decision = explain(token, 'invoices.read', 0);
export const permitted: boolean = can(token, 'invoices.read', 0);
export const permission: PermissionName = 'invoices.refund';
export const role: RoleName = 'clerk';

// @ts-expect-error a permission that the catalogue does not have
export const unknownPermission: PermissionName = 'invoices.refnud';
// @ts-expect-error a role that the catalogue does not have
export const unknownRole: RoleName = 'clark';
