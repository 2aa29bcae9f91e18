import { Outlet, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ToastRegion } from '../ui/toast.tsx';
import type { ConsoleContext } from './console-context.ts';
import { Nav, TabBar } from './nav.tsx';
import { entriesFor, mayFind, paletteEntriesFor } from './navigation.ts';
import { RouteProgress } from './route-progress.tsx';
import { TopBar } from './top-bar.tsx';
import { words } from './words.ts';
import './frame.css';

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
);

export interface FrameProps {
  context: ConsoleContext;
  /** The bar of another day, while one is looked at. */
  past?: ReactNode;
  onAsOf?: (() => void) | undefined;
  children?: ReactNode;
}

/** The frame around every screen: bar, navigation, sheet, palette, toasts. */
export function Frame({ context, past, onAsOf, children }: FrameProps): ReactNode {
  const [finding, setFinding] = useState(false);
  const entries = entriesFor(context.viewer);
  const typed = useTypedMeanwhile(finding);
  usePaletteKey(() => setFinding(true));
  useFocusOnArrival();

  return (
    <div className={past === undefined ? 'console' : 'console is-past'}>
      <RouteProgress />
      <div className="shell">
        <a className="skip-link" href="#main">
          {words.skip}
        </a>
        <TopBar
          viewer={context.viewer}
          past={past}
          onAsOf={onAsOf}
          onFind={() => setFinding(true)}
          onSignOut={context.signOut}
        />
        <Nav entries={entries} />
        <main className="sheet" id="main" tabIndex={-1}>
          {children ?? <Outlet />}
        </main>
        <TabBar entries={entries} onMore={() => setFinding(true)} />
      </div>
      <ToastRegion />
      {finding && (
        <Suspense fallback={null}>
          <CommandPalette
            entries={paletteEntriesFor(context.viewer)}
            hint={mayFind(context.viewer) ? words.findHint : words.findScreen}
            search={context.search}
            typed={() => typed.current}
            onClose={() => setFinding(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

/** What is typed from the moment that the palette is asked for until its field has the focus. */
function useTypedMeanwhile(finding: boolean) {
  const typed = useRef('');
  useEffect(() => {
    if (!finding) return;
    typed.current = '';
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || document.activeElement?.getAttribute('role') === 'combobox') return;
      if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key.length === 1) typed.current += key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [finding]);
  return typed;
}

/** A new page takes the focus, so that the keyboard and screen readers start at its top; a tab or a filter does not. */
function useFocusOnArrival(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
        const page = (path: string | undefined) => path?.split('/').slice(0, 3).join('/');
        if (!fromLocation || !pathChanged || page(fromLocation.pathname) === page(toLocation.pathname)) return;
        const main = document.getElementById('main');
        // A form that the address opens has taken the focus already.
        if (document.activeElement !== main && main?.contains(document.activeElement)) return;
        main?.focus({ preventScroll: true });
      }),
    [router],
  );
}
