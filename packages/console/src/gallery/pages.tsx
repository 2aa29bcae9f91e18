import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../shell/routes.tsx';
import { Kit } from './kit.tsx';
import { ListPage, ManyPage, StatesPage } from './lists.tsx';

const getParentRoute = () => rootRoute;

/** The pages of the gallery: the parts, a list with everything, its states, a long list, a screen that breaks. */
export const galleryRoutes = [
  createRoute({ getParentRoute, path: '/', component: Kit }),
  createRoute({ getParentRoute, path: '/users', component: ListPage }),
  createRoute({ getParentRoute, path: '/groups', component: StatesPage }),
  createRoute({ getParentRoute, path: '/applications', component: ManyPage }),
  createRoute({ getParentRoute, path: '/audit', component: Broken }),
];

function Broken(): never {
  throw new Error('The gallery breaks here on purpose.');
}
