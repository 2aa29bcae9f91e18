/**
 * Creates a constructed style sheet. A strict Content-Security-Policy permits such a sheet without a nonce, because
 * it is neither an inline element nor an attribute. Returns undefined on a server and in older versions of jsdom,
 * which do not support it.
 */
export const sheetOf = (css: string): CSSStyleSheet | undefined => {
  if (!globalThis.document?.adoptedStyleSheets) return undefined;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};

/** Adds the sheet to a document or shadow root, unless it has been added. */
export const adopt = (root: Node, sheet: CSSStyleSheet | undefined): void => {
  const within = root as Node & Partial<DocumentOrShadowRoot>;
  const sheets = within.adoptedStyleSheets;
  if (sheet && sheets && !sheets.includes(sheet)) within.adoptedStyleSheets = [...sheets, sheet];
};
