/**
 * Finds a port that is free at every address, and that no other process on this machine is given within ten minutes.
 * @throws Error when a hundred ports in turn are in use
 */
export function freePort(): Promise<number>;
