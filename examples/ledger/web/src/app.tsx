import { Guard, type PermissionName, useAccess } from '@licet/react';
import type { ReactNode } from 'react';
import { NavLink, Route, Routes } from 'react-router';
import { Customers } from './customers.tsx';
import { InvoicePage } from './invoice.tsx';
import { Invoices } from './invoices.tsx';
import { useLicet } from './licet.ts';
import { Reports } from './reports.tsx';
import { Settings } from './settings.tsx';

/** The whole application: who may open which page stands at the route. */
export function App() {
  const { status } = useAccess();
  if (status === 'loading') return <p className="quiet alone">One moment …</p>;
  if (status !== 'valid') return <Door />;
  return (
    <Frame>
      <Routes>
        <Route index element={<Page permission="invoices.read" element={<Invoices />} />} />
        <Route path="invoices/:number" element={<Page permission="invoices.read" element={<InvoicePage />} />} />
        <Route path="customers" element={<Page permission="customers.read" element={<Customers />} />} />
        <Route path="reports" element={<Page permission="reports.read" element={<Reports />} />} />
        <Route path="settings" element={<Page permission="settings.write" element={<Settings />} />} />
        <Route path="*" element={<p className="quiet">There is no such page in Ledger.</p>} />
      </Routes>
    </Frame>
  );
}

function Page({ permission, element }: { readonly permission: PermissionName; readonly element: ReactNode }) {
  return <Guard permission={permission}>{element}</Guard>;
}

function Frame({ children }: { readonly children: ReactNode }) {
  const { signOut } = useAccess();
  const name = useLicet().profile()?.name ?? '';
  return (
    <>
      <header className="bar">
        <b className="word">Ledger</b>
        <nav aria-label="Ledger">
          <NavLink to="/" end>
            Invoices
          </NavLink>
          <NavLink to="/customers">Customers</NavLink>
          <NavLink to="/reports">Reports</NavLink>
          <NavLink to="/settings">Settings</NavLink>
        </nav>
        <div className="person">
          <span>{name}</span>
          <button type="button" className="plain" onClick={() => void signOut?.()}>
            Sign out
          </button>
        </div>
      </header>
      <main>{children}</main>
    </>
  );
}

function Door() {
  const { status, signIn } = useAccess();
  return (
    <main className="door">
      <b className="word">Ledger</b>
      <h1>Invoices and payments of the whole group</h1>
      {status === 'expired' && <p>Your sign-in has run out. What you were doing is kept.</p>}
      <button type="button" onClick={() => void signIn?.()}>
        Sign in
      </button>
    </main>
  );
}
