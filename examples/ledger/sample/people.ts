/** Converts a name to a username, such as ana.lucia, wei.ling or eloise.marchetti. */
export function usernameOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}\s-]/gu, '')
    .toLowerCase()
    .split(/[\s-]+/)
    .slice(0, 2)
    .join('.')
    .replace(/ı/g, 'i')
    .replace(/[^a-z.]/g, '');
}
