/** What can be done in an application, its roles from the smallest, and who is given what. */
export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly roles: readonly {
    readonly name: string;
    readonly title: string;
    readonly permissions: readonly string[];
    readonly includes?: readonly string[];
  }[];
  /** `hours`: ends so many hours from now. */
  readonly grants: readonly (readonly [
    kind: 'user' | 'group',
    to: string,
    what: string,
    reason: string,
    hours?: number,
  ])[];
  readonly owners: readonly string[];
}

const ledger: Plan = {
  id: 'ledger',
  name: 'Ledger',
  description: 'Invoices and payments of the whole group.',
  permissions: {
    'invoices.read': 'See invoices',
    'invoices.write': 'Draft and change invoices',
    'invoices.send': 'Send invoices to customers',
    'invoices.approve': 'Approve invoices',
    'invoices.refund': 'Refund an invoice',
    'invoices.void': 'Void an invoice',
    'payments.read': 'See incoming payments',
    'payments.match': 'Match payments with invoices',
    'customers.read': 'See customers',
    'customers.write': 'Add and change customers',
    'reports.read': 'Read reports',
    'reports.export': 'Export reports',
    'settings.write': 'Change the settings',
  },
  roles: [
    {
      name: 'reader',
      title: 'Sees invoices and customers',
      permissions: ['invoices.read', 'payments.read', 'customers.read', 'reports.read'],
    },
    {
      name: 'clerk',
      title: 'The daily work',
      permissions: ['invoices.write', 'invoices.send', 'payments.match', 'customers.write'],
      includes: ['reader'],
    },
    {
      name: 'approver',
      title: 'Approves, refunds and voids',
      permissions: ['invoices.approve', 'invoices.refund', 'invoices.void'],
      includes: ['clerk'],
    },
    {
      name: 'auditor',
      title: 'Reads everything, changes nothing',
      permissions: ['reports.export'],
      includes: ['reader'],
    },
    {
      name: 'controller',
      title: 'Closes the month',
      permissions: ['settings.write'],
      includes: ['approver', 'auditor'],
    },
  ],
  grants: [
    ['group', 'Finance', 'clerk', 'The desk'],
    ['group', 'Finance leads', 'approver', 'The desk'],
    ['group', 'Audit', 'auditor', 'Standing audit'],
    ['group', 'Regional desk', 'approver', 'Bergen and Tromsø'],
    ['user', 'Tomasz Wójcik', 'controller', 'Covering for Kwame', 2.5],
    ['user', 'Chiara Benedetti', 'settings.write', 'VAT rates 2027', 72],
    ['user', 'Priya Raghunathan', 'reports.export', 'External audit', 120],
    ['user', 'Maya Lindqvist', 'invoices.send', 'Dunning project', 2880],
    ['user', 'Wei-Ling Chou', 'admin', 'Platform'],
  ],
  owners: ['Chiara Benedetti', 'Kwame Boateng'],
};

const ward: Plan = {
  id: 'ward',
  name: 'Ward',
  description: 'Patients, appointments and results.',
  permissions: {
    'appointments.manage': 'Book, move and cancel',
    'patients.read': 'See name and contact',
    'labs.status': 'See whether a result is in',
    'doses.prepare': 'Prepare doses',
  },
  roles: [
    {
      name: 'reception',
      title: 'The front desk',
      permissions: ['appointments.manage', 'patients.read', 'labs.status'],
    },
    { name: 'nurse', title: 'Looks after patients', permissions: ['patients.read', 'labs.status'] },
    {
      name: 'pharmacist',
      title: 'Prepares what was prescribed',
      permissions: ['doses.prepare'],
      includes: ['nurse'],
    },
  ],
  grants: [
    ['group', 'Night desk', 'reception', 'Nights', 27],
    ['group', 'Ward reception', 'reception', 'The desk'],
    ['group', 'Nurses, Ward 2', 'nurse', 'The ward'],
    ['group', 'Nurses, Ward 4', 'nurse', 'The ward'],
    ['group', 'Pharmacy', 'pharmacist', 'The pharmacy'],
    ['group', 'Ward leads', 'admin', 'They run it'],
  ],
  owners: ['Mbali Dlamini'],
};

const depot: Plan = {
  id: 'depot',
  name: 'Depot',
  description: 'Stock, pallets and trips.',
  permissions: {
    'stock.read': 'See what lies where',
    'stock.move': 'Move pallets',
    'stock.write-off': 'Write off what is spoiled',
    'trips.read': 'See trips',
    'trips.plan': 'Plan trips',
  },
  roles: [
    { name: 'driver', title: 'Drives', permissions: ['trips.read', 'stock.read'] },
    { name: 'picker', title: 'Moves pallets', permissions: ['stock.move'], includes: ['driver'] },
    { name: 'planner', title: 'Plans trips', permissions: ['trips.plan', 'stock.write-off'], includes: ['picker'] },
  ],
  grants: [
    ['group', 'Depot', 'picker', 'The floor'],
    ['group', 'Drivers', 'driver', 'The road'],
    ['group', 'Depot leads', 'planner', 'They plan'],
    ['user', 'Sanele Khumalo', 'stock.write-off', 'Cold room 3 thawed', 20],
  ],
  owners: ['Sunita Rao', 'Erik Strand'],
};

export const plans: readonly Plan[] = [ledger, ward, depot];

/** What waits for a decision when the sample begins. */
export const waiting: readonly {
  readonly by: string;
  readonly application: string;
  readonly role?: string;
  readonly permission?: string;
  readonly reason: string;
  readonly hours: number;
  readonly place?: string;
}[] = [
  {
    by: 'Kenji Morimoto',
    application: 'ledger',
    permission: 'reports.export',
    reason: 'The bank wants the receivables of October as a file before Friday.',
    hours: 168,
    place: 'button “Export” in the reports',
  },
  {
    by: 'Rashid Karimov',
    application: 'ledger',
    role: 'approver',
    reason: 'Kwame is on leave from Monday and asked me to approve for the Oslo desk.',
    hours: 240,
  },
  {
    by: 'Yusuf Demirtaş',
    application: 'ward',
    role: 'pharmacist',
    reason: 'Two of the pharmacy are ill; I have the certificate and covered in March.',
    hours: 216,
  },
  {
    by: 'Daniel Mwangi',
    application: 'depot',
    permission: 'stock.move',
    reason: 'The evening trailer comes at nine and the floor is short of one.',
    hours: 8,
  },
];
