/** A browser's User-Agent (RFC 9110 section 10.1.5) as two names, "Chrome" and "Linux", if it is known. */
export function browserNames(agent: string | null): { readonly browser?: string; readonly system?: string } {
  if (agent === null) return {};
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0];
  return { ...(browser !== undefined && { browser }), ...(system !== undefined && { system }) };
}

// Most descriptions contain the names of others, so the rarer ones come first.
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
