/** Adds to a path the language that the application requested (OpenID Connect Core 1.0 section 3.1.2.1). */
export function inLanguage(path: string): string {
  const asked = new URLSearchParams(location.search).get('ui_locales');
  return asked === null ? path : `${path}?${new URLSearchParams({ ui_locales: asked })}`;
}
