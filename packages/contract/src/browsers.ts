/**
 * Returns the names in a User-Agent header (RFC 9110 section 10.1.5), such as "Chrome" and "Linux", if they are
 * known.
 */
export function browserNames(agent: string | null): { readonly browser?: string; readonly system?: string } {
  if (agent === null) return {};
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0];
  return { ...(browser !== undefined && { browser }), ...(system !== undefined && { system }) };
}

// Most User-Agent values also contain the names of other browsers, so rare names come first.
const browsers = [
  ['Edge', /\bEdgA?\/|\bEdg\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;
