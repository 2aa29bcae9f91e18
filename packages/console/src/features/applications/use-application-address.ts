import { getRouteApi } from '@tanstack/react-router';
import { useAddress } from '../../blocks/address.ts';

export const applicationRoute = getRouteApi('/signed-in/applications/$application');

/** The address of one application, and a way to change it. */
export const useApplicationAddress = () => useAddress(applicationRoute);
