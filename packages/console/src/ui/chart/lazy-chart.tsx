import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '../states.tsx';
import type { ChartProps } from './chart.tsx';

const Drawn = lazy(() => import('./chart.tsx').then((part) => ({ default: part.Chart })));

/** A chart whose code loads on demand, after the page. */
export function LazyChart(props: ChartProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton width={220} />}>
      <Drawn {...props} />
    </Suspense>
  );
}
