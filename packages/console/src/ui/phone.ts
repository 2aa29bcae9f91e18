const PHONE = '(max-width: 720px)';

/** Whether the window has the layout of a phone, where a panel covers its list. */
export const isPhone = (): boolean => window.matchMedia(PHONE).matches;
