const typedIn = new Set<HTMLFormElement>();

/** Records the forms with input, until they are sent or removed. */
export function watchTyping(document: Document): void {
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest('form') : null;
    if (form) typedIn.add(form);
  });
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement) typedIn.delete(target);
  });
}

/** Whether a form on the screen contains unsent input. */
export function isTyping(): boolean {
  for (const form of typedIn) if (!form.isConnected) typedIn.delete(form);
  return typedIn.size > 0;
}
