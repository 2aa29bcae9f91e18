/** The words of the shared parts. */
export const words = {
  since: 'since',
  until: 'until',
  morePaths: (count: number) => (count === 1 ? 'and one more way' : `and ${count} more ways`),
  starts: 'Starts',
  ended: 'Ended',
  people: (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString()} people`),
  person: 'Person or group',
  personHint: 'Type a name, a username or an e-mail address.',
  role: 'Role',
  permission: 'Permission',
  application: 'Application',
  group: 'Group',
  user: 'Person',
  nobodyElse: 'Licet itself',
  operator: 'The operator',
} as const;
