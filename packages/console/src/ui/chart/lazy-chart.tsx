import type { ReactNode } from 'react';
import { lateComponent } from '../late-part.ts';
import { Skeleton } from '../states.tsx';
import type { ChartProps } from './chart.tsx';

const Drawn = lateComponent(() => import('./chart.tsx').then((part) => part.Chart));

/** A chart whose code loads on demand, after the page. */
export function LazyChart(props: ChartProps): ReactNode {
  return <Drawn {...props} whileLoading={<Skeleton width={220} />} />;
}
