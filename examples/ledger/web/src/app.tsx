import { Guard, type PermissionName, useAccess } from '@licet/react';
import type { ReactNode } from 'react';
import { Navigate, NavLink, Route, Routes } from 'react-router';
import { Customers } from './customers.tsx';
import { Door } from './door.tsx';
import { InvoicePage } from './invoice.tsx';
import { Invoices } from './invoices.tsx';
import { Reports } from './reports.tsx';
import { Settings } from './settings.tsx';

/** The whole application. Each route names the permission of its page. */
export function App() {
  const { status } = useAccess();
  if (status === 'loading') return <p className="quiet alone">One moment …</p>;
  if (status !== 'valid') return <SignIn />;
  return (
    <Frame>
      <Routes>
        <Route index element={<Navigate to="/invoices" replace />} />
        <Route path="invoices" element={page('Invoices', 'invoices.read', <Invoices />)} />
        <Route path="invoices/:number" element={page('Invoice', 'invoices.read', <InvoicePage />)} />
        <Route path="customers" element={page('Customers', 'customers.read', <Customers />)} />
        <Route path="reports" element={page('Reports', 'reports.read', <Reports />)} />
        <Route path="settings" element={page('Settings', 'settings.write', <Settings />)} />
        <Route path="*" element={<h1>There is no such page in Ledger</h1>} />
      </Routes>
    </Frame>
  );
}

/**
 * Returns a page that is shown only with the permission. Otherwise an explanation appears in its place, with a button to request access.
 */
function page(title: string, permission: PermissionName, content: ReactNode) {
  return (
    <>
      <title>{`${title}, Ledger`}</title>
      <Guard key={title} permission={permission}>
        {content}
      </Guard>
    </>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  const { profile, signOut } = useAccess();
  return (
    <>
      <header className="bar">
        <b className="word">Ledger</b>
        <nav aria-label="Ledger">
          <NavLink to="/invoices">Invoices</NavLink>
          <NavLink to="/customers">Customers</NavLink>
          <NavLink to="/reports">Reports</NavLink>
          <NavLink to="/settings">Settings</NavLink>
        </nav>
        <div className="person">
          <span>{profile?.name}</span>
          <button type="button" className="plain" onClick={() => void signOut?.()}>
            Sign out
          </button>
        </div>
      </header>
      <main>{children}</main>
    </>
  );
}

function SignIn() {
  const { status, signIn } = useAccess();
  return (
    <Door title="Invoices and payments of the whole group">
      <p>
        {status === 'expired' ? 'Your sign-in has expired. ' : ''}
        Sign in with your company account; you come back to this page.
      </p>
      <button type="button" className="first" onClick={() => void signIn?.()}>
        Sign in
      </button>
    </Door>
  );
}
