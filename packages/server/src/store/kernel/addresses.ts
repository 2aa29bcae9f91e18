/**
 * The addresses in a URL, each as a separate URL. A URL can list several hosts, separated by commas, only one of which is writable at a
 * time (`postgres://licet@db1:5432,db2:5432/licet`).
 */
export function addressesOf(url: string): readonly string[] {
  const [, before = url, hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}
