/** The path of a Chromium, installed from the distribution's packages when this user may; else undefined. */
export function findChromium(): string | undefined;
