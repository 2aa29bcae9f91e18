import type { Application, LicetPermission } from '@licet/contract';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { useAsOf } from '../../session/as-of.ts';
import { useMay } from '../../session/may.ts';

/** The properties of every part of an application’s page. */
export interface TabProps {
  application: Application;
  /** The control that chooses among the views of the roles. Each view places it before its search. */
  parts?: ReactNode;
}

export const applicationRoute = getRouteApi('/signed-in/applications/$application');

/** The parameters in the address of an application, and a function that changes them. */
export const useApplicationAddress = () => useAddress(applicationRoute);

/** The viewer's rights for all applications or for one. The server enforces them; these only control what is shown. */
interface Rights {
  /** Register applications; change owners; delete. */
  register: boolean;
  /** Change name and description. */
  details: boolean;
  permissions: boolean;
  roles: boolean;
  clients: boolean;
  /** Change the sign-in requirements of the application. */
  signIn: boolean;
  grant: boolean;
  import: boolean;
  /** See and export the access of all users in the application. */
  access: boolean;
  /** See the use of roles, which is known only for the present. */
  use: boolean;
}

/**
 * Owners manage their own application. In Licet's own application only roles and grants can change, and only
 * administrators of Licet may change them.
 */
export function useRights(application?: Pick<Application, 'id' | 'builtIn'>): Rights {
  const { may, mayIn, isAdmin } = useMay();
  const isPermitted = (permission: LicetPermission) =>
    application ? mayIn(permission, application.id) : may(permission);
  const now = useAsOf() === undefined;
  const builtIn = application?.builtIn === true;
  const manage = isPermitted('applications.manage');
  return {
    register: may('applications.manage'),
    details: manage && !builtIn,
    permissions: manage && !builtIn,
    roles: builtIn ? isAdmin : manage,
    clients: manage && !builtIn,
    signIn: manage && !builtIn,
    grant: builtIn ? isAdmin : isPermitted('grants.manage'),
    import: manage && !builtIn,
    access: isPermitted('access.read'),
    use: now && isPermitted('access.read'),
  };
}
