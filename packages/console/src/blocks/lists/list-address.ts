import * as z from 'zod';

const ids = z.string().max(400);

/** The URL parameters that set the appearance of a list. */
export const lookAddress = {
  /** The shown columns except the first, separated by commas. */
  shown: ids,
  density: z.enum(['compact', 'normal']),
  /** The widths of the columns, as in `name.31,status.12`: percent of the width of the table. */
  widths: ids,
};

/** The parameters of the address of each list besides its query. */
export const listAddress = {
  ...lookAddress,
  /** The name of the open view. */
  view: z.string().max(100),
};

/** How a list looks, and its open view. */
export type ListLook = { readonly [N in keyof typeof listAddress]?: z.output<(typeof listAddress)[N]> | undefined };

/** Reads the widths in an address. Undefined if there are none. */
export function readWidths(text: string | undefined): Readonly<Record<string, number>> | undefined {
  const widths = (text ?? '').split(',').flatMap((part) => {
    const [, id, share] = /^(\w+)\.(\d{1,2})$/.exec(part) ?? [];
    return id !== undefined && Number(share) > 0 ? [[id, Number(share)] as const] : [];
  });
  return widths.length === 0 ? undefined : Object.fromEntries(widths);
}

/** Writes widths for the address. */
export const writeWidths = (widths: Readonly<Record<string, number>>): string =>
  Object.entries(widths)
    .map(([id, share]) => `${id}.${Math.min(99, Math.max(1, Math.round(share)))}`)
    .join(',');

/** Returns the URL parameters that determine the content of a list, without those for its appearance. */
export function withoutLook<A extends ListLook>({
  shown: _shown,
  density: _density,
  widths: _widths,
  view: _view,
  ...rest
}: A) {
  return rest;
}
