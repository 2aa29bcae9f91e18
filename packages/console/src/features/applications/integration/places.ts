import { codePlaces } from '../address.ts';
import type { ClientKind } from '../clients/client-form.ts';
import { curlSnippets, expressSnippets, fastifySnippets, sqlSnippets } from './api-snippets.ts';
import { reactRouterSnippets, reactSnippets } from './react-snippets.ts';
import { nextSnippets, tanstackStartSnippets } from './rendered-snippets.ts';
import type { Snippet, SnippetFacts } from './snippet.ts';

export type Place = (typeof codePlaces)[number];

interface Framework {
  readonly label: string;
  /** The kind of client whose id the code needs; absent if the code only verifies tokens. */
  readonly kind?: ClientKind;
  /** The address of the page on its development server. */
  readonly origin: string;
  readonly code: (facts: SnippetFacts) => readonly Snippet[];
}

const vite = 'http://localhost:5173';
const rendered = 'http://localhost:3000';

/** The frameworks, with their code. */
export const places: Record<Place, Framework> = {
  react: { label: 'React', kind: 'browser', origin: vite, code: reactSnippets },
  next: { label: 'Next.js', kind: 'browser', origin: rendered, code: nextSnippets },
  'react-router': { label: 'React Router', kind: 'browser', origin: vite, code: reactRouterSnippets },
  'tanstack-start': { label: 'TanStack Start', kind: 'browser', origin: rendered, code: tanstackStartSnippets },
  express: { label: 'Express', origin: vite, code: expressSnippets },
  fastify: { label: 'Fastify', origin: vite, code: fastifySnippets },
  sql: { label: 'PostgreSQL', origin: vite, code: sqlSnippets },
  curl: { label: 'curl', kind: 'service', origin: vite, code: curlSnippets },
};

const NAME = 'licet.code';

/** The framework that was last chosen in this browser. */
export function rememberedPlace(): Place | undefined {
  try {
    const found = localStorage.getItem(NAME);
    return codePlaces.find((name) => name === found);
  } catch {
    return undefined;
  }
}

export function rememberPlace(place: Place): void {
  try {
    localStorage.setItem(NAME, place);
  } catch {
    // Storage may be blocked; the choice is also in the address.
  }
}
