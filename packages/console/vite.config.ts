import { fileURLToPath } from 'node:url';
import { outline } from '@licet/contract/outline';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const SERVER = 'http://localhost:4080';
/** A layer is a folder: what is further right wins, whichever style sheet a page happens to load first. */
const LAYERS = '@layer base, ui, blocks, shell, screens, hiding;';
const file = (name: string) => new URL(name, import.meta.url).pathname;

/** Two pages: `index.html` is the console, `public.html` the light pages before it (sign-in, set-up, passwords). */
export default defineConfig({
  base: '/',
  plugins: [react(), layersFirst(), fontEarly(), callsInOutline()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2024',
    // A strict content security policy allows no data: or inline anything.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { console: file('index.html'), public: file('public.html') },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: sharedPart, debugName: 'shared', minShareCount: 2 }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': SERVER,
      '/oidc': SERVER,
      '/.well-known': SERVER,
      // The pages are ours, what they send is the server's.
      '^/sign-in/': { target: SERVER, bypass: (request) => (isPage(request) ? '/public.html' : undefined) },
      '^/(setup|set-password|forgot|invited|signed-out|sign-in)$': {
        target: SERVER,
        bypass: (request) => (isPage(request) ? '/public.html' : undefined),
      },
    },
  },
});

/**
 * What several screens share is one part, beside what the first screen and the pages before them share. By itself each
 * combination of screens that share something has a part of its own, and a screen came in eighty of them.
 */
function sharedPart(id: string, build: { getModuleInfo(id: string): Rolldown.ModuleInfo | null }): string | null {
  const reached = (from: string, later: boolean, found = new Set<string>()): Set<string> => {
    const info = found.has(from) ? null : build.getModuleInfo(from);
    found.add(from);
    for (const next of info?.importedIds ?? []) reached(next, later, found);
    for (const next of (later && info?.dynamicallyImportedIds) || []) reached(next, later, found);
    return found;
  };
  if (reached(file('public.html'), true).has(id)) return reached(file('public.html'), false).has(id) ? 'pages' : null;
  if (reached(file('index.html'), false).has(id)) return null;
  return reached(file('src/features/home/home-screen.tsx'), false).has(id) ? 'first-screen' : 'screens';
}

/** Says the order of the layers at the head of every style sheet, since the browser takes the first one it meets. */
function layersFirst(): Plugin {
  return {
    name: 'layers-first',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('.css') ? { code: `${LAYERS}\n${code}`, map: null } : undefined),
  };
}

/** Both pages ask for the Latin font at once, not when the first style sheet has been read. */
function fontEarly(): Plugin {
  return {
    name: 'font-early',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((path) => /geist-latin-wght[^/]*\.woff2$/.test(path))
          .map((path) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${path}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  };
}

/** What callers need of the calls is known when the console is built, so that no page has their schemas for it. */
function callsInOutline(): Plugin {
  return {
    name: 'calls-in-outline',
    apply: 'build',
    load: (id) =>
      id === fileURLToPath(import.meta.resolve('@licet/contract/outline'))
        ? `export const outline = JSON.parse(${JSON.stringify(JSON.stringify(outline))});`
        : undefined,
  };
}

function isPage(request: { method?: string | undefined; headers: { accept?: string | undefined } }): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
