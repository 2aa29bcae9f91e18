// @vitest-environment jsdom
import type { Application } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ElementType } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { eventually, render } from '../../../ui/render.testing.tsx';
import { examplePermission, IntegrationTab } from './integration-tab.tsx';
import { rememberPlace } from './places.ts';

const permissions = [
  { name: 'invoices.read', roles: 3 },
  { name: 'invoices.refund', roles: 0 },
  { name: 'invoices.send', roles: 1 },
];

it('the example uses a permission that the viewer lacks, preferring one in few roles', () => {
  expect(examplePermission(permissions, new Set())).toEqual({ name: 'invoices.refund', permitted: false });
  expect(examplePermission(permissions, new Set(['invoices.refund']))).toEqual({
    name: 'invoices.send',
    permitted: false,
  });
});

it('the example uses a held permission if the viewer has every permission', () => {
  const first = { name: 'invoices.refund', permitted: true };
  expect(examplePermission(permissions, 'all')).toEqual(first);
  expect(examplePermission(permissions, new Set(permissions.map(({ name }) => name)))).toEqual(first);
  expect(examplePermission([], new Set())).toBeNull();
});

const web = vi.hoisted(() => ({
  id: 'web',
  name: 'Ledger web',
  kind: 'browser',
  application: 'ledger',
  redirectUris: ['http://localhost:5173/callback'],
  postLogoutRedirectUris: ['http://localhost:5173/'],
  webOrigins: [] as string[],
}));
const catalogue = vi.hoisted(() => [
  { name: 'invoices.read', roles: 1 },
  { name: 'invoices.refund', roles: 1 },
]);
const own = vi.hoisted(() => [{ application: { id: 'ledger' }, admin: false }]);
const accessIn = vi.hoisted(() => vi.fn(async () => ({ permissions: { items: [{ name: 'invoices.read' }] } })));
const address = vi.hoisted(() => ({ current: {} as { code?: string } }));
vi.mock('../../../session/client.ts', () => ({
  client: {
    clients: { list: async () => ({ items: [{ ...web }], next: null }) },
    permissions: { list: async () => ({ items: catalogue, next: null }) },
    me: { access: async () => ({ items: own }), accessIn },
  },
}));
vi.mock('../../../session/may.ts', () => ({ useMay: () => ({ may: () => false, mayIn: () => false }) }));
vi.mock('@tanstack/react-router', () => ({
  createLink:
    (anchor: ElementType) =>
    ({ activeProps: _, ...props }: { activeProps?: object }) =>
      createElement(anchor, props),
  getRouteApi: () => ({ useSearch: () => address.current }),
  useNavigate: () => () => undefined,
}));

afterEach(() => localStorage.clear());

it('warns that the client lacks the origin of the page, until the origin is added', async () => {
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

it('uses a permission that the viewer lacks, colours the code, and remembers the chosen framework', async () => {
  const open = async () => {
    const { element } = await render(
      <QueryClientProvider client={new QueryClient()}>
        <IntegrationTab application={{ id: 'ledger', name: 'Ledger' } as Application} />
      </QueryClientProvider>,
    );
    await eventually(() => expect(element.textContent).toContain('permission="invoices.refund"'));
    return element;
  };
  const { reactSnippets } = await import('./react-snippets.ts');
  const element = await open();
  await eventually(() => expect(element.querySelectorAll('.code .keyword').length).toBeGreaterThan(10));
  const shown = [...element.querySelectorAll('.code')].map(({ textContent }) => textContent);
  const facts = { issuer: location.origin, audience: 'ledger', title: 'Ledger', clientId: 'web' };
  const uris = { redirectUri: web.redirectUris[0] ?? '', signOutUris: web.postLogoutRedirectUris };
  const code = reactSnippets({ ...facts, ...uris, permission: 'invoices.refund' }).map((snippet) => snippet.code);
  expect(shown).toEqual(code);

  rememberPlace('next');
  expect((await open()).textContent).toContain("returnBy: 'load'");
  address.current = { code: 'tanstack-start' };
  expect((await open()).textContent).toContain('src/routes/__root.tsx');
});

it('does not request the viewer’s access in an application that the viewer does not use', async () => {
  own.length = 0;
  accessIn.mockClear();
  const { element } = await render(
    <QueryClientProvider client={new QueryClient()}>
      <IntegrationTab application={{ id: 'ledger', name: 'Ledger' } as Application} />
    </QueryClientProvider>,
  );
  await eventually(() => expect(element.textContent).toContain('invoices.read'));
  expect(accessIn).not.toHaveBeenCalled();
});
