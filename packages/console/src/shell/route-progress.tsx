import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { words } from './words.ts';
import './route-progress.css';

/** A line at the top while the next page loads. It appears only when that takes longer than a moment (see frame.css). */
export function RouteProgress(): ReactNode {
  const loading = useRouterState({ select: (state) => state.isLoading });
  if (!loading) return null;
  return <div className="route-progress" role="progressbar" aria-label={words.loadingPage} />;
}
