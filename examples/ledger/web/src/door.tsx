import type { ReactNode } from 'react';

/** What is seen when the application itself is not: before the sign-in, or when its server is away. */
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
