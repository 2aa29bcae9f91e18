import type { Page } from '@licet/contract';
import { formatNumber } from '../ui/format.ts';

/** A number with separators: "13,790". */
export const countText = (count: number): string => formatNumber(count);

/** The total of a list. The server stops counting at a limit: "1,204", or "10,000+". */
export const totalOf = ({ total, atLeast }: Pick<Page<unknown>, 'total' | 'atLeast'>): string =>
  `${countText(total)}${atLeast ? '+' : ''}`;
