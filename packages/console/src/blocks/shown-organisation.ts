/** A picture with its dimensions, so that its space is reserved while it loads. */
export interface ShownPicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** The name and pictures of the organisation, for this page. */
export interface ShownOrganisation {
  /** Undefined in a new installation, which shows the name Licet instead. */
  readonly name: string | undefined;
  readonly logo: ShownPicture | undefined;
  /** The logo for dark backgrounds. */
  readonly logoDark: ShownPicture | undefined;
  /** The favicon, which is square. */
  readonly icon: ShownPicture | undefined;
}

/**
 * Reads the organisation from a `meta` element that the server writes into the page. This needs no request and causes
 * no layout shift.
 */
export function shownOrganisation(): ShownOrganisation {
  known ??= read(document.querySelector<HTMLMetaElement>('meta[name="organisation"]')?.content);
  return known;
}
let known: ShownOrganisation | undefined;

function read(stored: string | undefined): ShownOrganisation {
  const value = parse(stored ?? '');
  const { name, logo, logoDark, icon } = isRecord(value) ? value : {};
  return {
    name: typeof name === 'string' && name !== '' && name !== 'Licet' ? name : undefined,
    logo: pictureIn(logo),
    logoDark: pictureIn(logoDark),
    icon: pictureIn(icon),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pictureIn(stored: unknown): ShownPicture | undefined {
  if (!isRecord(stored) || typeof stored.src !== 'string') return undefined;
  return { src: stored.src, width: Number(stored.width), height: Number(stored.height) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
