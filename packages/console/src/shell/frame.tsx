import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { latePart, useLatePart } from '../ui/late-part.ts';
import { showToast, ToastRegion } from '../ui/toast.tsx';
import { words as uiWords } from '../ui/words.ts';
import type { ConsoleContext } from './console-context.ts';
import { useKeptFocus } from './kept-focus.ts';
import { Nav, TabBar } from './nav.tsx';
import { entriesFor, mayFind, mayLookBack } from './navigation.ts';
import type { PaletteResultsProps } from './palette.tsx';
import { askPalette, forgetPalette, servePaletteKey } from './palette-key.ts';
import { TopBar } from './top-bar.tsx';
import { words } from './words.ts';
import './frame.css';

export interface FrameProps {
  context: ConsoleContext;
  /** The results of the palette, which may load later. */
  results: ComponentType<PaletteResultsProps>;
  /** The bar of a past or future instant; absent for the present. */
  past?: ReactNode;
  onAsOf?: (() => void) | undefined;
  children?: ReactNode;
}

const palette = latePart(async () => (await import('./palette.tsx')).Palette);

/** Loads the palette before it opens. */
export const preloadPalette = palette.load;

/** The frame around every screen: bar, navigation, sheet, palette, toasts. */
export function Frame({ context, results, past, onAsOf, children }: FrameProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  const [asked, setAsked] = useState(false);
  const Palette = useLatePart(palette, asked, () => {
    showToast({ text: uiWords.failed, tone: 'no' });
    forgetPalette();
    setAsked(false);
  });
  const { viewer, signOut } = context;
  const entries = entriesFor(viewer);
  const lookBack = mayLookBack(viewer) ? onAsOf : undefined;
  useLayoutEffect(() =>
    servePaletteKey(Palette && ((before) => setTyped((now) => now ?? before)), () => setAsked(true)),
  );
  useFocusOnArrival();
  useKeptFocus();

  return (
    <div className={past === undefined ? 'console' : 'console is-past'}>
      <RouteProgress />
      <div className="shell">
        <a className="skip-link" href="#main">
          {words.skip}
        </a>
        <TopBar viewer={viewer} past={past} onAsOf={lookBack} onFind={askPalette} onSignOut={signOut} />
        <Nav entries={entries} />
        <main className="sheet" id="main" tabIndex={-1}>
          {children ?? <Outlet />}
        </main>
        <TabBar entries={entries} viewer={viewer} onAsOf={lookBack} onSignOut={signOut} />
      </div>
      <ToastRegion />
      {Palette && typed !== undefined && (
        <Palette
          results={results}
          context={context}
          hint={mayFind(viewer) ? words.findHint : words.findScreen}
          typed={typed}
          onClose={() => setTyped(undefined)}
        />
      )}
    </div>
  );
}

/**
 * Focuses a new page, so that the keyboard and screen readers start at its top. A change of tab or filter does not move
 * the focus. A tab that opens another screen passes the focus to its counterpart there.
 */
function useFocusOnArrival(): void {
  const router = useRouter();
  useEffect(() => {
    let isFromTab = false;
    const leaving = router.subscribe('onBeforeNavigate', () => {
      isFromTab ||= document.activeElement?.closest('.tabs') != null;
    });
    const arriving = router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
      const tab = isFromTab && document.querySelector<HTMLElement>('#main .tabs [aria-current="page"]');
      isFromTab = false;
      const page = (path: string | undefined) => path?.split('/').slice(0, 3).join('/');
      if (!fromLocation || !pathChanged || page(fromLocation.pathname) === page(toLocation.pathname)) return;
      const main = document.getElementById('main');
      // Do not take the focus from a form that the URL has opened.
      if (document.activeElement !== main && main?.contains(document.activeElement)) return;
      (tab || main)?.focus({ preventScroll: true });
    });
    return () => {
      leaving();
      arriving();
    };
  }, [router]);
}

/** A progress line at the top while the next page loads. frame.css shows it after a short delay. */
function RouteProgress(): ReactNode {
  const loading = useRouterState({ select: (state) => state.isLoading });
  if (!loading) return null;
  return <div className="route-progress" role="progressbar" aria-label={words.loadingPage} />;
}
