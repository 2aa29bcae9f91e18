import { isRecord, textOf } from './send.ts';

/** A picture whose room is known before it has come. */
export interface LogoPicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** Whose door this is, as the server wrote it into the page's head: nothing has to be asked for, so nothing moves later. */
export interface Organisation {
  readonly name: string | undefined;
  readonly logo: LogoPicture | undefined;
  /** The one for dark grounds. */
  readonly logoDark: LogoPicture | undefined;
}

export const organisation: Organisation = read(
  document.querySelector<HTMLMetaElement>('meta[name="organisation"]')?.content,
);

function read(told: string | undefined): Organisation {
  const value = parse(told ?? '');
  const { name, logo, logoDark } = isRecord(value) ? value : {};
  return { name: textOf(name), logo: pictureIn(logo), logoDark: pictureIn(logoDark) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pictureIn(told: unknown): LogoPicture | undefined {
  if (!isRecord(told) || typeof told.src !== 'string') return undefined;
  return { src: told.src, width: Number(told.width), height: Number(told.height) };
}
