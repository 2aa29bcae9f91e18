import type { ReactNode } from 'react';

export const NoIcon = (): ReactNode => (
  <svg className="icon no" viewBox="0 0 16 16" aria-hidden="true">
    <path fillRule="evenodd" d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.900V5.1zM4.800 7.050v1.900h6.400v-1.900z" />
  </svg>
);

export const YesIcon = (): ReactNode => (
  <svg className="icon yes" viewBox="0 0 16 16" aria-hidden="true">
    <path
      fillRule="evenodd"
      d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm3.700 5.600L7.300 11 4.500 8.200l1.200-1.200 1.600 1.600 3.200-3.200z"
    />
  </svg>
);

export const ClockIcon = (): ReactNode => (
  <svg className="icon wait" viewBox="0 0 16 16" aria-hidden="true">
    <path
      fillRule="evenodd"
      d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 1.500a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11zM7.250 4.500v4l3 1.800.750-1.200-2.250-1.350V4.500z"
    />
  </svg>
);

export const CloseIcon = (): ReactNode => (
  <svg viewBox="0 0 16 16" fill="none" strokeLinecap="round" aria-hidden="true">
    <path d="M4 4l8 8M12 4l-8 8" />
  </svg>
);

/** Licet's logo: an open door as in a floor plan. */
export const Mark = (): ReactNode => (
  <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true">
    <path d="M4 2.200V16.500H18.500" strokeWidth="3.100" />
    <path d="M5 3.200A12.500 12.500 0 0 1 17.300 15.500" strokeWidth="1.500" />
  </svg>
);
