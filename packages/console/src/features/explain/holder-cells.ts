import type { AccessPath, Holder } from '@licet/contract';

/** What the file says of one holder: who, by which path, since when, until when, and how many ways there are. */
export function holderCells({ user, paths, pathCount, admin }: Holder): string[] {
  const [first] = paths;
  return [
    user.detail ?? '',
    user.name,
    user.id,
    first ? pathText(first) : admin ? 'admin' : '',
    first?.starts ?? '',
    first?.ends ?? '',
    String(pathCount),
  ];
}

/** "Finance leads > controller > approver". */
function pathText({ groups, roles, admin }: AccessPath): string {
  const stations = [...groups, ...roles].map(({ name }) => name);
  if (roles.length === 0) stations.push(admin ? 'admin' : 'granted alone');
  return stations.join(' > ');
}
