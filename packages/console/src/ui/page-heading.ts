/** The page heading, made focusable: it takes the focus when the focused element is gone. */
export function pageHeading(): HTMLElement | undefined {
  const found = document.querySelector<HTMLElement>('main h1') ?? undefined;
  if (found && !found.hasAttribute('tabindex')) found.tabIndex = -1;
  return found;
}
