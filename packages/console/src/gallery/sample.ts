import type { Find } from '../shell/console-context.ts';
import { IdCardIcon, KeyRoundIcon, RouteIcon, UsersRoundIcon } from '../ui/icons.tsx';
import type { Option } from '../ui/option.ts';

export interface Person {
  id: string;
  name: string;
  email: string;
  status: 'active' | 'paused' | 'invited';
  groups: string;
  role: string;
  ends: Date | null;
  last: Date | null;
}

const NAMES = [
  'Adaeze Nwosu',
  'Aiyana Begaye',
  'Ana Lucía Quispe Mamani',
  'Chiara Benedetti',
  'Dmytro Kovalenko',
  'Éloïse Marchetti-Dubois',
  'Fatima al-Zahrawi',
  'Hina Takahashi',
  'Ingrid Solheim',
  'João Pereira da Silva',
  'Kenji Morimoto',
  'Kwame Boateng',
  'Lars-Erik Väisänen',
  'Mateus Carvalho',
  'Maya Lindqvist',
  'Mbali Dlamini',
  'Nguyễn Thị Hạnh',
  'Oluwaseun Adeyemi',
];
const HOUR = 3_600_000;

export const people: readonly Person[] = NAMES.map((name, index) => ({
  id: `u${index}`,
  name,
  email: `${name
    .split(' ')[0]
    ?.normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()}@aurelia.example`,
  status: index === 4 ? 'paused' : index === 10 ? 'invited' : 'active',
  groups: ['Finance', 'Physicians', 'Nurses, Ward 4', 'Finance leads'][index % 4] ?? '',
  role: ['reception', 'nurse', 'clerk', 'controller'][index % 4] ?? '',
  ends: index % 5 === 3 ? new Date(Date.now() + (index === 3 ? 2.5 : 30) * HOUR) : null,
  last: index === 10 ? null : new Date(Date.now() - index * index * HOUR * 0.4),
}));

export const manyPeople: readonly Person[] = Array.from({ length: 5000 }, (_, index) => {
  const person = people[index % people.length];
  return { ...(person as Person), id: `m${index}`, name: `${person?.name} ${index + 1}` };
});

export const roles: readonly Option[] = ['approver', 'auditor', 'clerk', 'controller', 'reader', 'treasurer'].map(
  (label, index) => ({
    id: label,
    label,
    icon: IdCardIcon,
    detail: String(11 - index),
  }),
);

export const groups: readonly Option[] = ['Night finance', 'Finance', 'Finance leads', 'Regional desk'].map(
  (label) => ({
    id: label,
    label,
    icon: UsersRoundIcon,
  }),
);

export const loadRoles = (query: string): Promise<readonly Option[]> =>
  Promise.resolve(roles.filter((role) => role.label.includes(query)));
export const loadGroups = (query: string): Promise<readonly Option[]> =>
  Promise.resolve(groups.filter((group) => group.label.toLowerCase().includes(query.toLowerCase())));

export const finds: readonly Find[] = [
  {
    id: 'q1',
    group: 'Best',
    label: 'May Maya Lindqvist refund an invoice?',
    detail: 'Ledger',
    icon: RouteIcon,
    href: '/explain',
  },
  {
    id: 'q2',
    group: 'Users',
    label: 'Maya Lindqvist',
    detail: 'asked for invoices.refund',
    end: 'Finance, Night desk',
    person: true,
    href: '/users',
  },
  { id: 'q3', group: 'Users', label: 'Mateus Carvalho', end: 'Finance', person: true, href: '/users' },
  {
    id: 'q4',
    group: 'Permissions',
    label: 'invoices.refund',
    detail: 'may give money back',
    end: 'Ledger, 14 people',
    icon: KeyRoundIcon,
    mono: true,
    href: '/explain',
  },
];
