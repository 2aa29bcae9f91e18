/**
 * A style sheet made by script. A strict content security policy lets it through without a nonce, for it is neither an inline
 * element nor an attribute. Undefined where there is no such thing, or nowhere to put it: on a server, and in older versions of jsdom.
 */
export const sheetOf = (css: string): CSSStyleSheet | undefined => {
  if (typeof document === 'undefined' || !('adoptedStyleSheets' in document)) return undefined;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};

/** Adds the sheet to a document or shadow root unless it is there already. */
export const adopt = (root: Node, sheet: CSSStyleSheet | undefined): void => {
  if (!sheet || !(root instanceof Document || root instanceof ShadowRoot) || root.adoptedStyleSheets.includes(sheet))
    return;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
};
