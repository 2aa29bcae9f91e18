/** A page of ours in the language that the application asked this one in (OpenID Connect Core 1.0 section 3.1.2.1). */
export function inLanguage(path: string): string {
  const asked = new URLSearchParams(location.search).get('ui_locales');
  return asked === null ? path : `${path}?${new URLSearchParams({ ui_locales: asked })}`;
}
