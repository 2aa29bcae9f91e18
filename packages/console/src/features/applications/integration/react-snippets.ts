import { createLicetCall, exampleButton, installing, pageOf, type Snippet, type SnippetFacts } from './snippet.ts';

/** Signs users in to a React application, guards its content, and explains refusals. */
export function reactSnippets(facts: SnippetFacts): readonly Snippet[] {
  return [
    ...beginning('', facts),
    {
      file: 'src/main.tsx',
      code: `import { AccessProvider, Guard } from '@licet/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ExampleButton } from './example-button.tsx';
import { licet } from './licet.ts';
import { SignOut } from './sign-out.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <AccessProvider source={licet}>
      <Guard loading={<p>One moment …</p>}>
        <ExampleButton />
        <SignOut />
      </Guard>
    </AccessProvider>
  </StrictMode>,
);
`,
    },
    {
      file: 'src/sign-out.tsx',
      code: `import { useAccess } from '@licet/react';

export function SignOut() {
  const { profile, signOut } = useAccess();
  return <button type="button" onClick={() => void signOut?.()}>Sign out {profile?.name}</button>;
}
`,
    },
    { file: 'src/example-button.tsx', code: exampleButton(facts, './licet.ts') },
  ];
}

/** The variant of `reactSnippets` for React Router, with a guard around the routes for signed-in users. */
export function reactRouterSnippets(facts: SnippetFacts): readonly Snippet[] {
  return [
    ...beginning('react-router ', facts),
    {
      file: 'src/guards.tsx',
      code: `import { Guard, useAccess } from '@licet/react';
import { Outlet } from 'react-router';

const Frame = () => {
  const { signOut } = useAccess();
  return (
    <>
      <nav><button type="button" onClick={() => void signOut?.()}>Sign out</button></nav>
      <Outlet />
    </>
  );
};

/** The signed-in user. */
export const SignedIn = () => (
  <Guard loading={<p>One moment …</p>}><Frame /></Guard>
);
`,
    },
    {
      file: 'src/main.tsx',
      code: `import { AccessProvider } from '@licet/react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { ExampleButton } from './example-button.tsx';
import { SignedIn } from './guards.tsx';
import { licet } from './licet.ts';

const router = createBrowserRouter([
  { Component: SignedIn, children: [{ path: '/', Component: ExampleButton }] },
]);

createRoot(document.getElementById('root') as HTMLElement).render(
  <AccessProvider source={licet}>
    <RouterProvider router={router} />
  </AccessProvider>,
);
`,
    },
    { file: 'src/example-button.tsx', code: exampleButton(facts, './licet.ts') },
  ];
}

/**
 * The steps that both React variants begin with: the packages, the token source, and the Vite configuration, which
 * serves the page and its API from one origin.
 */
function beginning(others: string, facts: SnippetFacts): readonly Snippet[] {
  return [
    ...installing(others, 'rule', 'client', 'react'),
    {
      file: 'src/licet.ts',
      code: `import { createLicet } from '@licet/client';

export const licet = ${createLicetCall(facts)};
`,
    },
    {
      file: 'vite.config.ts',
      code: `import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export ${'default'} defineConfig({
  plugins: [react()],
  server: { ${portOf(facts.redirectUri)}proxy: { '/api': 'http://localhost:3001' } },
});
`,
    },
  ];
}

/** The port of the development server, if the redirect address is on this machine. */
function portOf(redirectUri: string): string {
  const page = pageOf(redirectUri);
  return page?.hostname === 'localhost' && page.port !== '' ? `port: ${page.port}, strictPort: true, ` : '';
}
