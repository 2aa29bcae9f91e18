/** The requests that wait for a decision when the sample starts. */
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
