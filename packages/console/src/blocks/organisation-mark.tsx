import { type ReactNode, useSyncExternalStore } from 'react';
import { Mark, Word } from '../ui/brand.tsx';
import { useTheme } from '../ui/theme.ts';
import { shownOrganisation } from './shown-organisation.ts';
import './organisation-mark.css';

/** The organisation's logo, or its icon and name. Licet's own logo if the organisation has no name yet. */
export function OrganisationMark(): ReactNode {
  const { name, logo, icon } = shownOrganisation();
  if (logo) return <Logo />;
  if (name === undefined)
    return (
      <>
        <Mark />
        <Word />
      </>
    );
  return (
    <>
      {icon && <img src={icon.src} width={20} height={20} alt="" />}
      <span className="organisation-name">{name}</span>
    </>
  );
}

/** The logo for the reader's theme. Its space is reserved while it loads. */
function Logo(): ReactNode {
  const { name = 'Licet', logo, logoDark } = shownOrganisation();
  const dark = useDark();
  const picture = dark ? logoDark : logo;
  if (!picture) return null;
  const { src, width, height } = picture;
  const scale = Math.min(1, mostWidth / width, mostHeight / height);
  return <img src={src} width={Math.round(width * scale)} height={Math.round(height * scale)} alt={name} />;
}

const mostWidth = 240;
const mostHeight = 40;

const device = () => matchMedia('(prefers-color-scheme: dark)');

function useDark(): boolean {
  const [theme] = useTheme();
  const deviceDark = useSyncExternalStore(subscribe, () => device().matches);
  return theme === 'system' ? deviceDark : theme === 'dark';
}

function subscribe(listener: () => void): () => void {
  const media = device();
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
