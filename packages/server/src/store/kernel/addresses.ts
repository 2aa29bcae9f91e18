/**
 * The addresses of a URL, each as a URL of its own: one, or several separated by commas between their hosts, of which
 * one at a time is writable (`postgres://licet@db1:5432,db2:5432/licet`).
 */
export function addressesOf(url: string): readonly string[] {
  const [, before = url, hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}
