import { type ReactNode, useEffect } from 'react';
import { OrganisationMark } from '../blocks/organisation-mark.tsx';
import { shownOrganisation } from '../blocks/shown-organisation.ts';
import { classNames } from '../ui/class-names.ts';
import './public-page.css';
import { words } from './words.ts';

export interface PublicPageProps {
  title: string;
  lead?: ReactNode;
  wide?: boolean | undefined;
  children?: ReactNode;
}

/** A page without the console's frame: one card in front of the drawing of an open door. */
export function PublicPage({ title, lead, wide, children }: PublicPageProps): ReactNode {
  const { name, logo } = shownOrganisation();
  useEffect(() => {
    document.title = `${title} · ${name ?? 'Licet'}`;
  }, [title, name]);
  return (
    <div className="public-page">
      <DoorPlan />
      <header>
        {logo || name ? (
          <div className="brand">
            <OrganisationMark />
          </div>
        ) : (
          <a className="brand" href="/" aria-label={words.home}>
            <OrganisationMark />
          </a>
        )}
      </header>
      <main>
        <div className={classNames('card stack', wide && 'wide')}>
          <div>
            <h1>{title}</h1>
            {lead !== undefined && <p className="lead">{lead}</p>}
          </div>
          {children}
        </div>
      </main>
      <footer>{logo && name && <span>{name}</span>}</footer>
    </div>
  );
}

/** The drawing: walls, leaf, threshold, and the arc of its swing. */
function DoorPlan(): ReactNode {
  return (
    <svg
      className="plan"
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <g strokeWidth="1.25">
        <path d="M0 690H430M430 690V740M0 740H430M1010 690H1440M1010 740H1440M1010 690V740" />
        <path
          d="M0 690v50M90 690v50M180 690v50M270 690v50M360 690v50M1080 690v50M1170 690v50M1260 690v50M1350 690v50"
          opacity=".55"
        />
        <path d="M430 110A580 580 0 0 1 1010 690" />
        <path d="M430 715H1010" strokeDasharray="5 7" />
      </g>
      <path d="M430 690V110" strokeWidth="5" />
    </svg>
  );
}
