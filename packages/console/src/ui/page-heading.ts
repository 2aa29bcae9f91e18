/** The heading of the page, able to take the focus where what had it is gone. */
export function pageHeading(): HTMLElement | undefined {
  const found = document.querySelector<HTMLElement>('main h1') ?? undefined;
  if (found && !found.hasAttribute('tabindex')) found.tabIndex = -1;
  return found;
}
