/**
 * A constructed style sheet. A strict content security policy allows it without a nonce, because it is neither an
 * inline element nor an attribute. Undefined if the runtime cannot construct one: on a server, and in older versions of
 * jsdom.
 */
export const sheetOf = (css: string): CSSStyleSheet | undefined => {
  if (typeof document === 'undefined' || !('adoptedStyleSheets' in document)) return undefined;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};

/** Adds the sheet to a document or shadow root unless it is already there. */
export const adopt = (root: Node, sheet: CSSStyleSheet | undefined): void => {
  if (!sheet || !(root instanceof Document || root instanceof ShadowRoot) || root.adoptedStyleSheets.includes(sheet))
    return;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
};
