import type { ReactNode } from 'react';
import './brand.css';

/** The logo of Licet: an open door in plan view. */
export function Mark(): ReactNode {
  return (
    <svg className="mark" viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M4 2.2V16.5H18.5" strokeWidth="3.1" strokeLinejoin="miter" />
      <path d="M5 3.2A12.5 12.5 0 0 1 17.3 15.5" strokeWidth="1.5" />
    </svg>
  );
}

/** The wordmark beside the logo. */
export function Word(): ReactNode {
  return (
    <svg
      className="wordmark"
      viewBox="0 0 52 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.1"
      aria-hidden="true"
    >
      <path d="M2.1 1.6V15.4H10.2" />
      <path d="M14.3 6V16.4M14.3 1.4V3.8" />
      <path d="M27 8.3A4.7 4.7 0 1 0 27 13.6" />
      <path d="M30.3 11.1H39A4.5 4.5 0 1 0 37.7 14.2" />
      <path d="M45 2.3V13.2Q45 15.4 47.2 15.4H50M41.9 6.9H50" />
    </svg>
  );
}
