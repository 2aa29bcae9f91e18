/** The addresses and credentials that are printed after a start. */
export interface Ready {
  readonly ledger: string;
  readonly issuer: string;
  readonly administrator: string;
  readonly password: string;
  readonly directory: string;
}

/** Returns the text that is printed after a start: the addresses and a three-minute tour. */
export const greeting = ({ ledger, issuer, administrator, password, directory }: Ready): string => `
Ledger is ready: ${ledger}    an application that Licet protects
Licet is ready:  ${issuer}    the console, where access is seen, changed, explained and audited

Three minutes; everybody's password is “${password}”.
  1  Open ${ledger}/invoices/2026-0417 and sign in as maya.lindqvist.
     Refund is refused: press it to see why, and ask for it. Leave the page open.
  2  In a private window open ${issuer}/inbox and sign in as chiara.benedetti, who owns Ledger.
     Open Maya's request, shorten it to two hours, approve it, and watch Maya's button come alive.
  3  Sign Chiara out, open ${issuer}/explain?ask=who&application=ledger&permission=invoices.refund
     and sign in as priya.raghunathan, the auditor. The screen lists who may refund, now or at any time, including Maya with the path.
  The administrator of Licet is ${administrator}. The organisation has a past year:
     look at an application's overview, at any list as of an earlier day, at Usage and at Audit.

All data is in ${directory} and is created anew at each start. Stop with Ctrl-C.
`;
