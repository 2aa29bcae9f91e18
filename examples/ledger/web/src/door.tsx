import type { ReactNode } from 'react';

/** The page that replaces the application before the sign-in, or when the server cannot be reached. */
export function Door({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <header className="bar">
        <b className="word">Ledger</b>
      </header>
      <main className="door">
        <h1>{title}</h1>
        {children}
      </main>
    </>
  );
}
