import { useAccess } from '@licet/react';

export function Settings() {
  const { expiresAt } = useAccess();
  return (
    <>
      <h1>Settings</h1>
      <p>
        VAT is 25 %, invoices are due after 30 days. There is nothing to change here: the page is in the example for its
        guard, which lets nobody in without <code>settings.write</code>.
      </p>
      <p className="quiet">
        Your present token lives until{' '}
        {expiresAt === undefined ? 'now' : new Date(expiresAt * 1000).toLocaleTimeString('en-GB')}; then the next one
        has been fetched.
      </p>
    </>
  );
}
