import '../ui/styles/console.css';
import './gallery.css';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import type { ConsoleContext } from '../shell/console-context.ts';
import { setNavCount } from '../shell/counts.ts';
import { ErrorPage } from '../shell/failure-pages.tsx';
import { Frame } from '../shell/frame.tsx';
import { PastBar } from '../shell/past-bar.tsx';
import { rootRoute } from '../shell/routes.tsx';
import { StatesPage } from './lists.tsx';
import { galleryRoutes } from './pages.tsx';
import { finds } from './sample.ts';

const page = new URLSearchParams(location.search).get('page') ?? '/';
const context: ConsoleContext = {
  queryClient: new QueryClient(),
  viewer: { id: 'u1', name: 'Ingrid Solheim', email: 'ingrid.solheim@aurelia.example', may: () => true },
  search: (query) => Promise.resolve(finds.filter((find) => query !== 'zz' && find.label !== '')),
  signOut: () => undefined,
};
const nothing = () => undefined;
const pastRoot = createRootRoute({
  component: () => (
    <Frame
      context={context}
      onAsOf={nothing}
      past={
        <PastBar
          day="Tuesday 3 March 2026"
          time="14:00, Oslo"
          onChoose={nothing}
          onDayBefore={nothing}
          onDayAfter={nothing}
          onBackToNow={nothing}
        />
      }
    >
      <StatesPage />
    </Frame>
  ),
});
setNavCount('/requests', 3);
setNavCount('/changes', 1);

const past = new URLSearchParams(location.search).has('past');
const router = createRouter({
  routeTree: past ? pastRoot : rootRoute.addChildren(galleryRoutes),
  defaultErrorComponent: ErrorPage,
  history: createMemoryHistory({ initialEntries: [page] }),
  context,
});
const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={router as never} />);
