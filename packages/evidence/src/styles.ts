import type { Style } from './paper.ts';

const [ink, grey] = ['#111111', '#555555'];

export const styles = {
  title: { size: 18, weight: 'bold', color: ink },
  heading: { size: 11, weight: 'bold', color: ink },
  text: { size: 8.5, weight: 'regular', color: ink },
  label: { size: 8.5, weight: 'regular', color: grey },
  head: { size: 7.5, weight: 'bold', color: ink },
  strong: { size: 7.5, weight: 'bold', color: ink },
  cell: { size: 7.5, weight: 'regular', color: ink },
  small: { size: 7, weight: 'regular', color: grey },
} as const satisfies Readonly<Record<string, Style>>;
