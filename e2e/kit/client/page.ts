import { type Access, createAccess, createLicet, type Licet, type LicetOptions } from '@licet/client';

export interface PageOfTests {
  readonly licet: Licet;
  readonly access: Access;
  /** The requests for which the page was notified of a decision. */
  readonly decided: string[];
  /** The sequence of shown statuses, without repetitions. */
  readonly seen: string[];
}

declare global {
  var options: LicetOptions;
  var kit: PageOfTests;
}

const licet = createLicet(globalThis.options);
const access = createAccess(licet);
const decided: string[] = [];
const seen: string[] = [];
globalThis.kit = { licet, access, decided, seen };
licet.explain.onDecided((request) => decided.push(request));

const show = () => {
  const { status, token } = access.snapshot();
  const holding = licet.current();
  if (seen.at(-1) !== status) seen.push(status);
  put('status', status);
  put('reason', holding.status === 'signed-out' ? `${holding.code ?? ''} ${holding.reason ?? ''}`.trim() : '');
  put('name', licet.profile()?.name ?? '');
  put('roles', token?.roles.join() ?? '');
  put('refund', String(access.can('invoices.refund')));
  put('exp', String(token?.exp ?? 0));
  put('count', String(token?.permissions.length ?? 0));
  put('address', location.pathname + location.search);
};
const put = (id: string, text: string) => {
  const place = document.getElementById(id);
  if (place) place.textContent = text;
};
access.subscribe(show);
show();
document.getElementById('sign-in')?.addEventListener('click', () => licet.signIn().catch(() => {}));
document.getElementById('sign-out')?.addEventListener('click', () => licet.signOut());
