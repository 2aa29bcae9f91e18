import { getRouteApi } from '@tanstack/react-router';

export const roleRoute = getRouteApi('/signed-in/applications/$application/roles/$role');
