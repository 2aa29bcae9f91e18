import {
  createLicetCall,
  exampleButton,
  installing,
  pageOf,
  quoted,
  type Snippet,
  type SnippetFacts,
} from './snippet.ts';

/** Next.js with the App Router: users sign in in the browser, and a route handler verifies their token. */
export function nextSnippets(facts: SnippetFacts): readonly Snippet[] {
  return [
    ...installing('', 'rule', 'client', 'react', 'api'),
    { file: 'app/access.tsx', code: `'use client';\n\n${access(facts, "returnBy: 'load',")}` },
    {
      file: 'app/layout.tsx',
      code: `import type { ReactNode } from 'react';
import { Access } from './access';

export const metadata = { title: ${quoted(facts.title)} };

export ${'default'} function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Access>{children}</Access>
      </body>
    </html>
  );
}
`,
    },
    {
      file: 'app/example/page.tsx',
      code: `import { ExampleButton } from './example-button';

export ${'default'} function Page() {
  return (
    <main>
      <h1>Example</h1>
      <ExampleButton />
    </main>
  );
}
`,
    },
    { file: 'app/example/example-button.tsx', code: `'use client';\n\n${exampleButton(facts, '../access')}` },
    { file: 'lib/guard.ts', code: guard(facts) },
    {
      file: 'app/api/example/route.ts',
      code: `import { requirePermission } from '../../../lib/guard';

export const POST = requirePermission(${quoted(facts.permission)}, (_request, access) =>
  Response.json({ done: true, by: access.userId }),
);
`,
    },
  ];
}

/** The variant of `nextSnippets` for TanStack Start. */
export function tanstackStartSnippets(facts: SnippetFacts): readonly Snippet[] {
  return [
    ...installing('', 'rule', 'client', 'react', 'api'),
    { file: 'src/access.tsx', code: access(facts) },
    {
      file: 'src/routes/__root.tsx',
      code: `import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Access } from '../access';

export const Route = createRootRoute({
  head: () => ({ meta: [{ charSet: 'utf-8' }, { title: ${quoted(facts.title)} }] }),
  shellComponent: Shell,
  component: () => <Access><Outlet /></Access>,
});

function Shell({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head><HeadContent /></head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}
`,
    },
    {
      file: 'src/routes/example.tsx',
      code: `import { createFileRoute } from '@tanstack/react-router';
import { ExampleButton } from '../example-button';

export const Route = createFileRoute('/example')({ component: Example });

function Example() {
  return (
    <main>
      <h1>Example</h1>
      <ExampleButton />
    </main>
  );
}
`,
    },
    { file: 'src/example-button.tsx', code: exampleButton(facts, './access') },
    { file: 'src/guard.ts', code: guard(facts) },
    {
      file: 'src/routes/api/example.ts',
      code: `import { createFileRoute } from '@tanstack/react-router';
import { requirePermission } from ${quoted('../../guard')};

const example = requirePermission(${quoted(facts.permission)}, (_request, access) =>
  Response.json({ done: true, by: access.userId }),
);

export const Route = createFileRoute('/api/example')({
  server: { handlers: { POST: ({ request }) => example(request) } },
});
`,
    },
  ];
}

/** The file with the token source and the provider around the pages. */
function access(facts: SnippetFacts, ...options: readonly string[]): string {
  return `import { createLicet } from '@licet/client';
import { AccessProvider, Guard } from '@licet/react';
import type { ReactNode } from 'react';

export const licet = ${createLicetCall(facts, ...options)};

export const Access = ({ children }: { children: ReactNode }) => (
  <AccessProvider source={licet}>
    <Guard loading={<p>One moment …</p>}>{children}</Guard>
  </AccessProvider>
);
`;
}

/**
 * The file with the guard. All routes share one verifier. It is kept outside of the module, because a development
 * server loads the module again after each save.
 */
function guard({ issuer, audience, redirectUri }: SnippetFacts): string {
  const page = pageOf(redirectUri);
  return `import { createVerifier, type Verifier } from '@licet/api';
import { guard } from '@licet/api/fetch';

// A development server loads this module again after each save.
// Restart it after a change of these options.
const kept = globalThis as { licetVerifier?: Verifier };
kept.licetVerifier ??= createVerifier({
  issuer: ${quoted(issuer)},
  audience: ${quoted(audience)},
  publicUrl: process.env.PUBLIC_URL ?? ${quoted(page?.origin ?? 'http://localhost:3000')},
});

export const { requireAccess, requirePermission, requireRole } = guard(kept.licetVerifier);
`;
}
