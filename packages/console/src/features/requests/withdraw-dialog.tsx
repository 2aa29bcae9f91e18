import type { AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { AskedFor } from '../../blocks/asks.tsx';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { client } from '../../session/client.ts';
import { showToast } from '../../ui/toast.tsx';
import { meanwhile, meanwhileText } from './meanwhile.ts';
import { words } from './words.ts';

/** Takes one's own request back. */
export function WithdrawDialog({
  request,
  onClose,
  onMeanwhile,
}: {
  request: AccessRequest;
  onClose: () => void;
  onMeanwhile: (detail: string) => void;
}): ReactNode {
  const run = async () => {
    try {
      await client.requests.withdraw({ params: { request: request.id } });
    } catch (error) {
      if (!meanwhile(error)) throw error;
      onMeanwhile(meanwhileText(error));
      return;
    }
    showToast({ text: words.withdrawn });
  };
  return (
    <ConfirmDialog title={words.withdrawTitle} action={words.withdrawAction} run={run} onClose={onClose}>
      <p>
        <AskedFor asks={request.asks} /> {words.inApplication(request.application.name)}. {words.withdrawText}
      </p>
    </ConfirmDialog>
  );
}
