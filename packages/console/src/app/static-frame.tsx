import type { ReactNode } from 'react';
import { Mark, Word } from '../ui/brand.tsx';
import '../shell/frame.css';
import '../shell/nav.css';
import '../shell/top-bar.css';
import './static-frame.css';

/** The frame until the user is known: as in index.html, with a loading indicator. */
export function StaticFrame({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="shell static-frame">
      <div className="top-bar">
        <span className="brand">
          <Mark />
          <Word />
        </span>
      </div>
      <div className="nav" />
      <main className="sheet" id="main">
        <div className="before-start">{children}</div>
      </main>
      <div className="tabbar" />
    </div>
  );
}
