// @vitest-environment jsdom
import type { Application } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ElementType } from 'react';
import { expect, it, vi } from 'vitest';
import { eventually, render } from '../../../ui/render.testing.tsx';
import { IntegrationTab } from './integration-tab.tsx';

const web = vi.hoisted(() => ({
  id: 'web',
  name: 'Ledger web',
  kind: 'browser',
  application: 'ledger',
  redirectUris: ['http://localhost:5173/callback'],
  postLogoutRedirectUris: ['http://localhost:5173/'],
  webOrigins: [] as string[],
}));
vi.mock('../../../session/client.ts', () => ({
  client: {
    clients: { list: async () => ({ items: [{ ...web }], next: null }) },
    permissions: { list: async () => ({ items: [], next: null }) },
  },
}));
vi.mock('../../../session/may.ts', () => ({ useMay: () => ({ may: () => false, mayIn: () => false }) }));
vi.mock('@tanstack/react-router', () => ({
  createLink:
    (anchor: ElementType) =>
    ({ activeProps: _, ...props }: { activeProps?: object }) =>
      createElement(anchor, props),
  getRouteApi: () => ({ useSearch: () => ({}) }),
  useNavigate: () => () => undefined,
}));

it('says before the code that the page’s origin is missing at the client, and nothing once it is there', async () => {
  const open = async () => {
    const { element } = await render(
      <QueryClientProvider client={new QueryClient()}>
        <IntegrationTab application={{ id: 'ledger', name: 'Ledger' } as Application} />
      </QueryClientProvider>,
    );
    await eventually(() => expect(element.textContent).toContain("clientId: 'web'"));
    return element.textContent;
  };
  expect(await open()).toMatch(/http:\/\/localhost:5173.*Web origins of Ledger web.*clientId/s);
  web.webOrigins.push('http://localhost:5173');
  expect(await open()).not.toContain('Web origins of');
});
