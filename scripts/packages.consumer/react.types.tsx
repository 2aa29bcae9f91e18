import { createLicet } from '@licet/client';
import { AccessProvider, Can, Guard, keycloak, useAccess, useDecision, usePermission, useRole } from '@licet/react';
import { Denied } from '@licet/react/denied';
import type { ReactNode } from 'react';

const licet = createLicet({ issuer: 'http://localhost:4080', clientId: 'web', audience: 'ledger' });

export function App(): ReactNode {
  return (
    <AccessProvider source={licet}>
      <Can permission="invoices.refund" fallback={<Denied permission="invoices.refund" />}>
        <Refund />
      </Can>
      <Guard permission="invoices.read" />
    </AccessProvider>
  );
}

export function Foreign({ token }: { readonly token: string | null }): ReactNode {
  return <AccessProvider token={token} claims={keycloak()} />;
}

function Refund(): ReactNode {
  const { status, user, signOut } = useAccess();
  const permitted: boolean = usePermission(['invoices.read', 'invoices.refund'], { mode: 'any' });
  const clerk: boolean = useRole('clerk');
  const decision = useDecision('invoices.refund');
  return `${status} ${user} ${permitted} ${clerk} ${decision.permitted} ${typeof signOut}`;
}

// @ts-expect-error a permission that the catalogue of rule.types.ts does not have
export const misspelt = <Can permission="invoices.refnud" />;
// @ts-expect-error nothing is asked for
export const nothing = <Can />;
// @ts-expect-error a source and a token at once
export const both = <AccessProvider source={licet} token="x" />;
