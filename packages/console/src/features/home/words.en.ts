/** The words of the first page. */
export const words = {
  title: 'Home',
  welcome: (name: string) => `Welcome, ${name}`,
  hello: (name: string) => `Hello, ${name}`,
  endingTitle: (count: number) => `${spelled(count)} within a week`,
  waitingTitle: (count: number) =>
    count === 1 ? 'One request waits for you' : `${number(count)} requests wait for you`,
  waiting: 'Waiting for you',
  allRequests: 'All requests',
  asksFor: 'asks for',
  inApplication: (name: string) => `in ${name}`,
  quoted: (text: string) => `“${text}”`,
  forLong: (length: string) => `for ${length}`,
  myRequests: 'My requests',
  allMine: 'All of mine',
  alsoEnding: (count: number) => `${spelled(count)} within a week.`,
  calm: 'Nothing needs you now',
  counts: (users: number, groups: number, applications: number) =>
    `${plural(users, 'user')}, ${plural(groups, 'group')}, ${plural(applications, 'application')}.`,
  guideLead: 'Seven steps lead to a first guarded application. It takes about five minutes.',
  memberLead: (count: number) =>
    count === 0 ? 'Nothing has been granted to you yet.' : `You may use ${plural(count, 'application')}.`,
  guide: 'First steps',
  guideCount: (done: number, all: number) => `${done} of ${all} done`,
  done: 'done',
  notYet: 'not yet',
  next: 'next',
  closeGuide: 'Close the guide',
  guideDone: 'The first application is guarded. From here on it is the same, with more people.',
  ending: 'Ending within a week',
  endingCount: (count: number) => plural(count, 'grant'),
  extend: 'Extend',
  extendWhat: (what: string, whom: string) => `Extend ${what} of ${whom}`,
  mine: 'My applications',
  myAccess: 'My access',
  nothingMine: 'You may do nothing yet',
  nothingMineText: 'When somebody gives you a role or a permission, the application appears here.',
  everything: 'everything, as admin',
  permissions: (count: number) => plural(count, 'permission'),
  rolesAndPermissions: (roles: number, permissions: number) =>
    `${plural(roles, 'role')}, ${plural(permissions, 'permission')}`,
  thisConsole: 'this console',
  applications: 'Applications',
  all: 'All',
  grants: (count: number) => plural(count, 'grant'),
  latest: 'Latest changes',
  audit: 'Audit',
};

/** "1 user", "1,204 users". */
function plural(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
}

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** "Four grants end", "One grant ends". */
function spelled(count: number): string {
  return count === 1 ? `${number(count)} grant ends` : `${number(count)} grants end`;
}

function number(count: number): string {
  return numbers[count] ?? count.toLocaleString();
}
