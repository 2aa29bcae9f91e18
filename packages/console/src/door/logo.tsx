import { type ReactNode, useSyncExternalStore } from 'react';
import { useTheme } from '../ui/theme.ts';
import type { Organisation } from './organisation.ts';

/** The organisation's logo, for the ground that the reader has. Its room is kept while it loads. */
export function Logo({ of: { name = '', logo, logoDark } }: { of: Organisation }): ReactNode {
  const dark = useDark();
  const picture = dark ? logoDark : logo;
  if (!picture) return null;
  const { src, width, height } = picture;
  const scale = Math.min(1, mostWidth / width, mostHeight / height);
  return <img src={src} width={Math.round(width * scale)} height={Math.round(height * scale)} alt={name} />;
}

const mostWidth = 240;
const mostHeight = 40;

const device = matchMedia('(prefers-color-scheme: dark)');

function useDark(): boolean {
  const [theme] = useTheme();
  const deviceDark = useSyncExternalStore(subscribe, () => device.matches);
  return theme === 'system' ? deviceDark : theme === 'dark';
}

function subscribe(listener: () => void): () => void {
  device.addEventListener('change', listener);
  return () => device.removeEventListener('change', listener);
}
