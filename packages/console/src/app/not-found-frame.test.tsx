// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { expect, it } from 'vitest';
import { eventually, render } from '../ui/render.testing.tsx';
import { NotFoundPage } from './not-found-frame.tsx';

it('the not-found page keeps showing the missing URL while the next page loads', async () => {
  let arrive = () => {};
  const root = createRootRoute();
  const there = createRoute({
    getParentRoute: () => root,
    path: '/there',
    loader: () => new Promise<void>((go) => (arrive = go)),
    component: () => 'Here I am',
  });
  const nothing = createRoute({ getParentRoute: () => root, path: '$', component: NotFoundPage });
  const history = createMemoryHistory({ initialEntries: ['/not/there'] });
  const router = createRouter({ routeTree: root.addChildren([there, nothing]), history });
  const { element } = await render(<RouterProvider router={router as never} />);
  const missing = () => element.querySelector('code')?.textContent;
  await eventually(() => expect(missing()).toBe('/not/there'));
  await act(async () => history.push('/neither'));
  await eventually(() => expect(missing()).toBe('/neither'));
  await act(async () => history.push('/there'));
  expect(router.state.location.pathname).toBe('/there');
  expect(missing()).toBe('/neither');
  await act(async () => arrive());
  await eventually(() => expect(element.textContent).toBe('Here I am'));
});
