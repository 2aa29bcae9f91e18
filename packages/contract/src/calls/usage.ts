import { call, serviceToken } from '../call.ts';
import { usageReport } from '../entities/usage.ts';

export const usage = {
  report: call({
    method: 'POST',
    path: '/usage',
    summary: 'Which permissions were really exercised, and by whom, since the last report',
    access: serviceToken,
    body: usageReport,
  }),
};
