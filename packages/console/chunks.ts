import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const src = file('src/');

interface Graph {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null;
}

/**
 * Puts modules that several parts of the console share into a few chunks, so that a screen needs at most twelve
 * scripts. For each chunk there is a kind of user who needs nearly all of it. A module that only one part uses stays in
 * the chunk of that part.
 */
export function sharedChunks(): (id: string, graph: Graph) => string | null {
  let chunkOf: ((id: string) => string | null) | undefined;
  return (id, graph) => {
    chunkOf ??= chunksIn(graph);
    return chunkOf(id);
  };
}

function chunksIn(graph: Graph): (id: string) => string | null {
  const reached = (roots: readonly string[], later = false): Set<string> => {
    const found = new Set<string>();
    const queue = [...roots];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      if (id.endsWith(ALL_OF_REACT_ARIA)) continue;
      const info = graph.getModuleInfo(id);
      queue.push(...(info?.importedIds ?? []), ...((later && info?.dynamicallyImportedIds) || []));
    }
    return found;
  };
  const pages = reached([file('public.html')]);
  const anyPage = reached([file('public.html')], true);
  const entry = reached([file('index.html')]);
  const start = reached([file('src/app/start.tsx')]);
  const anyScreen = reached([file('index.html')], true);
  const homes = ['home-screen', 'cockpit', 'member', 'auditor'].map((name) => file(`src/features/home/${name}.tsx`));
  const home = reached(homes);
  const overlays = reached(['dialog-box', 'menu-box', 'combo-box', 'select'].map((name) => file(`src/ui/${name}.tsx`)));
  const addresses = reached(filesIn(/import\('\.\.\/(features\/[^']+\/address\.ts)'\)/g));
  const zod = fileURLToPath(import.meta.resolve('zod'));
  const isSchema = (id: string) => reached([id]).has(zod);
  const needsOverlays = (id: string) =>
    [...reached([id])].some((each) => each.includes('/node_modules/react-aria-components/') && overlays.has(each));
  const late = new Set([...anyScreen].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []));
  const parts = [...late].map((id) => reached([id]));
  const elsewhere = [...late].filter((id) => !homes.includes(id)).map((id) => reached([id]));

  return (id) => {
    if (id.endsWith('.de.ts')) return null;
    // A public page must not load a chunk of the console, because that chunk would start the console in the page.
    if (/preload-helper/.test(id) || (entry.has(id) && anyPage.has(id))) return 'base';
    if (anyPage.has(id) && !anyScreen.has(id)) return null;
    if (pages.has(id)) return 'pages';
    const isSchemaCode = /\/node_modules\/zod\//.test(id) || (id.includes('/packages/contract/src/') && isSchema(id));
    if (anyPage.has(id) && isSchemaCode) return 'schemas';
    const uses = parts.filter((part) => part.has(id)).length;
    if (anyPage.has(id)) return start.has(id) || (uses > FEW && !late.has(id) && !isSchema(id)) ? 'both' : null;
    if (entry.has(id)) return 'entry';
    if (start.has(id)) return 'frame';
    if (id.includes('/packages/contract/src/')) return isSchema(id) ? 'contract' : 'frame';
    if (/\/node_modules\/zod\//.test(id)) return 'contract';
    if (home.has(id)) return elsewhere.some((part) => part.has(id)) ? 'frame' : 'home';
    if (addresses.has(id)) return 'contract';
    if (overlays.has(id)) return 'overlays';
    if (id.startsWith(`${src}features/`)) return null;
    if (uses < 2) return null;
    if (id.includes('/packages/react/')) return 'denied';
    if (!id.startsWith(`${src}blocks/`) && needsOverlays(id)) return 'overlays';
    return isSchema(id) || needsOverlays(id) ? 'forms' : 'screens';
  };
}

/**
 * A module of the public pages that more parts than this share is in a common chunk. One that fewer parts share, such
 * as the QR code, is not, because most screens and pages do not load it.
 */
const FEW = 5;

/** This index exports every component, but an importer needs only some of them. So its imports are not followed. */
const ALL_OF_REACT_ARIA = '/react-aria-components/dist/exports/index.mjs';

/** Returns the files whose imports in `app/screens.ts` match the pattern. */
const filesIn = (pattern: RegExp): string[] =>
  [...readFileSync(file('src/app/screens.ts'), 'utf8').matchAll(pattern)].map(([, name = '']) => src + name);
