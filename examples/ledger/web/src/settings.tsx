import { useAccess } from '@licet/react';

export function Settings() {
  const { expiresAt } = useAccess();
  return (
    <>
      <h1>Settings</h1>
      <dl>
        <dt>VAT</dt>
        <dd>25 %</dd>
        <dt>Invoices are due after</dt>
        <dd>30 days</dd>
        <dt>They are asked for in</dt>
        <dd>EUR</dd>
      </dl>
      <p className="quiet">
        Nothing can be changed here yet: the page is in the example for its guard, which lets nobody in without{' '}
        <code>settings.write</code>.
      </p>
      <p className="quiet">
        Your present token lives until{' '}
        {expiresAt === undefined ? 'now' : new Date(expiresAt * 1000).toLocaleTimeString('en-GB')}; then the next one
        has been fetched.
      </p>
    </>
  );
}
